// Whoever picks uses the catalog's values.
@_exported public import MediaCatalog
