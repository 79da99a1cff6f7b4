extension Query {
    /// The same objects, except those whose rows cannot be read: values of another program, or of an older version of the
    /// model.
    ///
    /// Without it one such row is an error of the whole fetch, which names its entity, key and properties. What is left out
    /// is counted in ``ContextStatistics/rowsSkipped`` and logged at `notice`, once a minute at most;
    /// ``Context/fetch(_:skippingUnreadable:)`` also gives the error of each.
    ///
    /// Fetches, ``Context/first(_:)``, pages, streams and live queries of objects leave such rows out, also in a child
    /// context. Of a join of two queries those pairs are left out in which a query that says so has such a row. Counts,
    /// columns, groups and batches are computed on stored values, so such rows count there, and a batch can correct them;
    /// a child computes these, and the pairs of a join, on the objects of its parent, and such a row is an error there. A
    /// limit counts the objects that are left; an offset, and the limit of a stream or a join, count the rows.
    public func skippingUnreadable() -> Query {
        var query = self
        query.skipsUnreadable = true
        return query
    }
}
