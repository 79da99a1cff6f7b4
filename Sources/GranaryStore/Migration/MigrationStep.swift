/// One change of a store's schema, as a part of a ``MigrationPlan``.
public struct MigrationStep: Sendable, Hashable, Codable {
    /// The kinds of changes.
    public enum Action: Sendable, Hashable, Codable {
        /// A model, or a table of pairs, is new.
        case addModel
        /// A model, or a table of pairs, is dropped with its rows.
        case dropModel
        /// A model has another table; the name of the old table.
        case renameModel(from: String)
        /// A property is new: an attribute, or a column of a relationship to one.
        case addAttribute
        /// A property is dropped with its values.
        case dropAttribute
        /// A property has another column; the name of the old one.
        case renameAttribute(from: String)
        /// A property has another type of value.
        case changeType(from: AttributeType, to: AttributeType)
        /// A property becomes optional.
        case makeOptional
        /// A property becomes required.
        case makeRequired
        /// An index is new.
        case addIndex
        /// An index is dropped.
        case dropIndex
        /// An index of texts without their case is new.
        case addFoldedIndex
        /// An index of texts without their case is dropped.
        case dropFoldedIndex
        /// A unique constraint is new.
        case addUnique
        /// A unique constraint is dropped.
        case dropUnique
        /// The primary key consists of other properties.
        case changeKey
        /// A relationship, or a table of pairs, gets the new key of the objects that it leads to; the name of their
        /// model.
        case followKey(of: String)
        /// A relationship gets a foreign key, or one to another table.
        case addReference
        /// A relationship loses its foreign key.
        case dropReference
        /// A model belongs to another configuration; the name of the old one.
        case moveModel(from: String)
        /// A model or property no longer declares its former name, which another one has.
        case forgetName(String)
    }

    /// The kind of change.
    public var action: Action
    /// The table concerned, by its new name, or by its old name if it is dropped.
    public var table: String
    /// The name of the model concerned; the table's for pairs.
    public var model: String
    /// The names of the properties concerned.
    public var properties: [String]
    /// Whether the step drops stored values, which needs consent.
    public var losesData = false
    /// Whether rows are read or written, so that the time depends on their number.
    public var touchesRows = false
    /// The reason why the step cannot be carried out, with a remedy; `nil` if it can.
    public var obstacle: String?
    /// The condition on the rows, which is not checked before the step is carried out; `nil` when there is none.
    public var condition: String?
    /// The consequences to know of before consenting to the step; `nil` when there are none.
    public var advice: String?

    /// Makes a step.
    init(
        _ action: Action, _ table: StoredTable, _ properties: [String] = [], losesData: Bool = false,
        touchesRows: Bool = false, obstacle: String? = nil
    ) {
        self.action = action
        self.properties = properties
        self.table = table.name
        model = table.label
        self.losesData = losesData
        self.touchesRows = touchesRows
        self.obstacle = obstacle
    }
}

extension MigrationStep: CustomStringConvertible {
    /// The subject of the step: `Flight.delay`.
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
        case .addFoldedIndex: "add index without case on \(subject)"
        case .dropFoldedIndex: "drop index without case on \(subject)"
        case .addUnique: "make \(subject) unique"
        case .dropUnique: "let \(subject) repeat"
        case .changeKey: "make \(subject) the primary key"
        case .followKey(let other): "take the new key of \(other) over into \(subject)"
        case .addReference: "check the relationship \(subject)"
        case .dropReference: "leave the relationship \(subject) unchecked"
        case .moveModel(let old): "move \(subject) from the configuration \(old)"
        case .forgetName(let old): "forget that \(subject) was \(old)"
        }
    }

    /// The name, and the obstacle if there is one.
    public var description: String {
        if let obstacle { return "\(name): impossible, \(obstacle)" }
        if losesData {
            return "\(name): loses data, needs consent" + (advice.map { ", \($0)" } ?? "")
        }
        return condition.map { "\(name): if \($0)" } ?? name
    }
}
