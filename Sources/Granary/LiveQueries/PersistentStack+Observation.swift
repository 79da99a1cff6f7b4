extension PersistentStack {
    /// Every save of a model's objects from now on, with the values before and after.
    ///
    /// Saves of this stack's contexts and batches are told once they have reached the store, whether contexts merge them
    /// or not. Saves of other processes are not told.
    public func changes<M: Model>(of model: M.Type) -> SavedChanges<M> {
        let entity = observedEntity(of: model)
        let mailbox = (try? entity.get()).map { ChangeMailbox<M>($0, broadcaster.observers) }
        return SavedChanges(state: state, entity: entity, mailbox: mailbox)
    }

    /// The result of a query, and every later one, with what has changed in between.
    ///
    /// Each reader of the sequence runs the query once and follows it from then on. Only saves count that have reached the
    /// store. The values are snapshots, which can be sent anywhere.
    public func observe<M: Model>(_ query: Query<M>) -> LiveQuery<M> { LiveQuery(stack: self, query: query) }

    /// The entity of a model, or the error that it is not in the schema.
    func observedEntity<M: Model>(of model: M.Type) -> Result<Entity, any Error> {
        if let entity = schema.entity(of: model) { return .success(entity) }
        return .failure(
            GranaryError(
                .schema,
                "\(M.self) is not in the schema “\(schema.name)”; add it to one of its configurations.",
                context: .init(entity: M.modelDescription.name)))
    }
}
