include $(sort $(wildcard $(BR2_EXTERNAL_FBPROGRESS_PATH)/package/*/*.mk))
