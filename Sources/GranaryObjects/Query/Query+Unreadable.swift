extension Query {
    /// The same objects, except those whose rows cannot be read: values of another program, or of an older version of the
    /// model.
    ///
    /// Without it one such row is an error of the whole fetch, which names its entity, key and properties. What is left out
    /// is counted in ``ContextStatistics/rowsSkipped`` and told to the log at `notice`, once a minute at most;
    /// ``Context/fetch(_:skippingUnreadable:)`` also gives the error of each.
    ///
    /// Fetches, ``Context/first(_:)``, pages, streams and live queries of objects leave such rows out. Counts, columns,
    /// groups and batches are computed on stored values, so such rows count there, and a batch can correct them. A limit
    /// counts the objects that are left; an offset and the limit of a stream count the rows. A child's rows are read by its
    /// parent, for which an unreadable row is an error.
    public func skippingUnreadable() -> Query {
        var query = self
        query.skipsUnreadable = true
        return query
    }
}
