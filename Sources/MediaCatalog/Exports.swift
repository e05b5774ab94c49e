// Every signature here speaks in these values, so one import is enough for users.
@_exported public import MediaModel
