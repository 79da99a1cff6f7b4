import Granary

/// How many objects are stored of each model.
struct Counts: Question {
    func answer(in context: Context) throws -> [ModelCount] {
        [
            try count(Airline.self, context), try count(Airport.self, context),
            try count(Design.self, context), try count(Plane.self, context), try count(Flight.self, context),
            try count(Dataset.self, context),
            try count(ImportRun.self, context),
        ]
    }

    private func count<M: Model>(_ model: M.Type, _ context: Context) throws -> ModelCount {
        let name = model.modelDescription.name
        let configuration = context.schema.entity(name)?.configuration ?? ""
        return ModelCount(configuration: configuration, model: name, objects: try context.count(M.all))
    }
}

/// The number of objects of one model.
struct ModelCount: Sendable {
    /// The configuration it belongs to.
    let configuration: String
    /// The model's name.
    let model: String
    /// How many objects there are.
    let objects: Int
}
