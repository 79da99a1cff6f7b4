public import Granary

/// A row for which a server has served only some properties.
///
/// ```swift
/// var payload = RemotePayload()
/// payload.add(partial: schedule.map { PartialRow<Flight>($0) { $0.departure; $0.delay } })
/// ```
///
/// The others stay as they are. In an object that is not here yet, attributes have the values of the snapshot and
/// references are empty until they are served, and answers with the object are not complete.
public struct PartialRow<M: Model>: Sendable {
    /// The row; only the values of its key and of the served properties count.
    let snapshot: M.Snapshot
    private let served: @Sendable (Entity) throws -> PropertySet
    /// Whose words its keys are.
    var naming = RowNaming.server

    /// Makes a row of a snapshot and the properties that were served; the key is one of them.
    public init(
        _ snapshot: M.Snapshot, @PropertyBuilder<M> serving properties: (M.Fields) -> [ModelProperty<M>]
    ) {
        self.snapshot = snapshot
        let list = properties(M.fields)
        served = { try $0.properties(list) }
    }

    /// Makes a row of a snapshot and the names of the properties that were served; the key is one of them.
    ///
    /// A name that the model does not have is an error of the answer with the row.
    public init(_ snapshot: M.Snapshot, serving names: Set<String>) {
        self.snapshot = snapshot
        served = { entity in
            var properties = PropertySet()
            for name in names.sorted() {
                guard let property = entity.property(name) else {
                    throw GranaryError(
                        .query,
                        "A served row of \(entity.name) names “\(name)”, which is no attribute of the model and no relationship to one; name the properties as they are in Swift.",
                        context: .init(entity: entity.name, properties: [name]))
                }
                properties.insert(property)
            }
            return properties
        }
    }

    /// Makes a row of JSON, which has keys for the properties that were served.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` as for whole rows; also for a property that the JSON leaves out and
    ///   that has no default, if its type has no empty value: an enumeration or a structured type.
    public init(json: String) throws {
        let (snapshot, names) = try M.Snapshot.partial(json: json)
        self.init(snapshot, serving: names)
    }

    /// Makes a row of JSON that is parsed, as ``init(json:)``.
    package init(_ value: JSONValue) throws {
        let (snapshot, names) = try M.Snapshot.partial(value)
        self.init(snapshot, serving: names)
    }

    /// The served properties with those of the key; `nil` if that are all.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a property that the model does not have.
    func given(_ entity: Entity) throws -> PropertySet? {
        var given = try served(entity)
        given.formUnion(entity.keyProperties)
        return PropertySet(count: entity.propertyCount).subtracting(given).isEmpty ? nil : given
    }
}

extension RemotePayload {
    /// Adds rows of a model for which the server has served only some properties.
    ///
    /// Of two rows with one key, the properties of both count, and of a property in both that of the later one.
    public mutating func add<M: Model>(partial rows: some Sequence<PartialRow<M>>) {
        let rows = Array(rows)
        if !rows.isEmpty { lists.append(PartialRows(rows: rows)) }
    }
}
