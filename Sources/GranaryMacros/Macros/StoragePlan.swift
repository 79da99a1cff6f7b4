import SwiftSyntax
import Synchronization

/// Which hidden macro each property of a model gets; nothing when the model is beyond hope.
///
/// The compiler asks once per property and once per role, and hands over the whole class each time. The plug-in parses a
/// text that it knows only once, so the tree of a class is the same each time, and its plan is kept with it.
struct StoragePlan: Sendable {
    /// Whether code for the model would not compile, so that none is to be written.
    let isHopeless: Bool
    /// The class, which keeps its tree alive, so that no other has the same identifier.
    private let node: ClassDeclSyntax
    private let genericOwner: String?
    private let isLocal: Bool
    private let marks: [String: String]

    private static let kept = Mutex<[SyntaxIdentifier: StoragePlan]>([:])
    /// A process that lives on, such as that of an editor, forgets the classes of before.
    private static let limit = 200

    /// The plan for a class.
    static func of(_ node: ClassDeclSyntax, attribute: AttributeSyntax, within surroundings: [Syntax])
        -> StoragePlan
    {
        let owner = ModelDeclaration.genericOwner(of: node, surroundings)
        if let plan = kept.withLock({ $0[node.id] }), plan.genericOwner == owner,
            plan.isLocal == ModelDeclaration.isLocal(surroundings)
        {
            return plan
        }
        let model = ModelDeclaration(node, attribute: attribute, within: surroundings)
        return StoragePlan(model, ModelCheck(model))
    }

    /// Makes the plan for a model that has been checked, and keeps it.
    @discardableResult init(_ model: ModelDeclaration, _ check: ModelCheck) {
        node = model.node
        genericOwner = model.genericOwner
        isLocal = model.isLocal
        isHopeless = check.isHopeless
        marks = check.isHopeless ? [:] : Self.marks(of: check.writable(model))
        let (id, plan) = (node.id, self)
        Self.kept.withLock {
            if $0.count >= Self.limit { $0 = [:] }
            $0[id] = plan
        }
    }

    /// The hidden macro for a property of the model.
    func mark(for property: String) -> AttributeSyntax? {
        marks[property].map { .text($0) }
    }

    private static func marks(of model: ModelDeclaration) -> [String: String] {
        var marks: [String: String] = [:]
        for (position, property) in model.attributes.enumerated() {
            marks[property.name] = "_GranaryAttribute(at: \(position))"
        }
        for property in model.key { marks[property.name] = "_GranaryKey()" }
        for (position, property) in model.toOne.enumerated() {
            marks[property.name] = "_GranaryToOne(at: \(position))"
        }
        for (position, property) in model.toMany.enumerated() {
            marks[property.name] = "_GranaryToMany(at: \(position))"
        }
        return marks
    }
}
