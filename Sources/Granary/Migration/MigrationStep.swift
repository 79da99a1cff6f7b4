/// One change of what a store holds, as a part of a ``MigrationPlan``.
public struct MigrationStep: Sendable, Hashable, Codable {
    /// What is changed.
    public enum Action: Sendable, Hashable, Codable {
        /// A model, or a table of pairs, is new.
        case addModel
        /// A model, or a table of pairs, is gone with its rows.
        case dropModel
        /// A model has another name, or another table; the name of the old table.
        case renameModel(from: String)
        /// A property is new: an attribute, or a column of a relationship to one.
        case addAttribute
        /// A property is gone with its values.
        case dropAttribute
        /// A property has another column; the name of the old one.
        case renameAttribute(from: String)
        /// A property holds another kind of value.
        case changeType(from: AttributeType, to: AttributeType)
        /// A property may be missing now.
        case makeOptional
        /// A property may not be missing any more.
        case makeRequired
        /// An index is new.
        case addIndex
        /// An index is gone.
        case dropIndex
        /// A unique constraint is new.
        case addUnique
        /// A unique constraint is gone.
        case dropUnique
        /// The primary key consists of other properties.
        case changeKey
        /// A relationship is checked now, or leads to another table.
        case addReference
        /// A relationship is not checked any more.
        case dropReference
        /// A model is of another configuration; the name of the old one.
        case moveModel(from: String)
    }

    /// What is changed.
    public var action: Action
    /// The table concerned: the new name, but for one that is dropped.
    public var table: String
    /// The name of the model concerned; the table's for pairs.
    public var model: String
    /// The names of the properties concerned.
    public var properties: [String]
    /// Whether values that the store holds are given up, for which consent is needed.
    public var losesData = false
    /// Whether rows are read or written, so that it takes longer the more there are.
    public var touchesRows = false
    /// Why the step cannot be carried out, and what to do instead; `nil` when it can.
    public var obstacle: String?
    /// What has to hold of the rows, which is not known before it is carried out; `nil` when nothing has to.
    public var condition: String?

    /// Makes a step.
    init(
        _ action: Action, _ table: StoredTable, _ properties: [String] = [], losesData: Bool = false,
        touchesRows: Bool = false, obstacle: String? = nil
    ) {
        (self.action, self.properties) = (action, properties)
        (self.table, model) = (table.name, table.label)
        (self.losesData, self.touchesRows, self.obstacle) = (losesData, touchesRows, obstacle)
    }
}

extension MigrationStep: CustomStringConvertible {
    /// What is concerned: `Flight.delay`.
    private var subject: String {
        properties.isEmpty ? model : "\(model).\(properties.joined(separator: ", "))"
    }

    /// The step in a few words, such as `drop Flight.delay`; it is also the consent to it.
    public var name: String {
        switch action {
        case .addModel: "add \(subject)"
        case .dropModel: "drop \(subject)"
        case .renameModel(let old): "rename table \(old) to \(table)"
        case .addAttribute: "add \(subject)"
        case .dropAttribute: "drop \(subject)"
        case .renameAttribute(let old): "rename \(model).\(old) to \(subject)"
        case .changeType(let old, let new): "change \(subject) from \(old.rawValue) to \(new.rawValue)"
        case .makeOptional: "make \(subject) optional"
        case .makeRequired: "make \(subject) required"
        case .addIndex: "add index on \(subject)"
        case .dropIndex: "drop index on \(subject)"
        case .addUnique: "make \(subject) unique"
        case .dropUnique: "let \(subject) repeat"
        case .changeKey: "make \(subject) the primary key"
        case .addReference: "check the relationship \(subject)"
        case .dropReference: "leave the relationship \(subject) unchecked"
        case .moveModel(let old): "move \(subject) from the configuration \(old)"
        }
    }

    /// The name, and what stands in the way.
    public var description: String {
        if let obstacle { return "\(name): impossible, \(obstacle)" }
        if losesData { return "\(name): loses data, needs consent" }
        return condition.map { "\(name): if \($0)" } ?? name
    }
}
