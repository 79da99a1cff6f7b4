import FoundationEssentials
import Granary

/// Where parcels are; in another configuration than the parcels.
@Model final class Depot {
    @Attribute(.primaryKey) var code: String
    @Attribute(.notEmpty) var name: String
    @Relationship(.deletingRemoved, inverse: \Parcel.depot, onDelete: .cascade) var parcels: ToMany<Parcel>
}

/// Has every kind of rule.
@Model final class Parcel {
    var id: Int
    @Attribute(.notEmpty, .pattern("[A-Z][A-Z0-9 ]*")) var label: String
    @Attribute(.length(...4)) var remark: String?
    @Attribute(.range(1...100)) var weight: Int = 1
    @Attribute(.range(0..<1.5)) var share: Double?
    @Attribute(.range(0.07...)) var price: Decimal?
    @Attribute(.length(2...4)) var seal: Data?
    @Attribute(.satisfies("isEven")) var number: Int?
    @Attribute(.satisfies("isSound")) var grade: Grade?
    @Attribute(.satisfies("isShort")) var words: [String]?
    @Attribute(.fraction(...2, message: "parcel.fee")) var fee: Decimal?
    @Attribute(.trimmed, .notEmpty(message: "parcel.tag")) var tag: String?
    var least: Int = 0
    var most: Int = 0
    var isLocked: Bool = false
    @Relationship(.required) var depot: Depot?
    @Relationship(inverse: \Slip.parcel, onDelete: .cascade) var slips: ToMany<Slip>

    static func isEven(_ number: Int) -> Bool { number.isMultiple(of: 2) }
    static func isSound(_ grade: Grade) -> Bool { grade != .poor }
    static func isShort(_ words: [String]) -> Bool { words.count < 3 }
}

extension Parcel: ValidatedModel {
    func validate(for change: ModelChange) -> [RuleFailure] {
        if change == .delete { return isLocked ? [RuleFailure("isNotLocked", properties: ["isLocked"])] : [] }
        return least > most ? [RuleFailure("leastIsNotMore", of: \Parcel.least, \Parcel.most)] : []
    }
}

/// Has every hook, each with the behaviour that a promise wants.
@Model final class Slip {
    var id: Int
    @Attribute(.length(...12)) var text: String = ""
    var note: String?
    var count: Int = 0
    var stamp: Date?
    @Relationship(.required) var parcel: Parcel?
    /// The hooks that were called, with the reason.
    @Transient var heard: [String] = []
    /// The action of a hook, by the hook's name.
    @Transient var act: ((_ hook: String, _ slip: Slip, _ save: ModelSave) throws -> Void)? = nil
}

extension Slip: WillInsert, WillSave, WillDelete, DidSave, DidLoad {
    func willInsert(_ save: ModelSave) throws { try hear("willInsert", save) }
    func willSave(_ save: ModelSave) throws { try hear("willSave", save) }
    func willDelete(_ save: ModelSave) throws { try hear("willDelete", save) }
    func didSave(_ save: ModelSave) { try? hear("didSave", save) }

    func didLoad() {
        heard.append("didLoad \(text)")
        // A hook must not do this, unless the parcel is loaded.
        if text == "curious" { heard.append(parcel?.label ?? "no parcel") }
    }

    private func hear(_ hook: String, _ save: ModelSave) throws {
        heard.append("\(hook) \(save.change)")
        try act?(hook, self, save)
    }
}
