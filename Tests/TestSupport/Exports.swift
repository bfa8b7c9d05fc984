// Tests describe texts of bytes, as tools at a desk do.
@_exported public import DeskSupport
