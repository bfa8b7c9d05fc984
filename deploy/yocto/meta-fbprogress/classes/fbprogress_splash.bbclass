# In an image recipe, which has the feature splash: inherit fbprogress_splash
# The start and updates are shown by fbprogress, in place of psplash.
SPLASH = "fbprogress-bin"
