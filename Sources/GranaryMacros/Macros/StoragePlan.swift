import SwiftSyntax
import SwiftSyntaxBuilder
import Synchronization

/// Which hidden macro each property of a model gets; nothing when the model is beyond hope.
///
/// The compiler asks once per property and hands over the whole class each time, so the last plan is kept: a class of
/// many properties is then read once and not once per property.
struct StoragePlan {
    private let source: String
    private let marks: [String: String]

    private static let last = Mutex<StoragePlan?>(nil)

    /// The plan for a class.
    static func of(_ node: ClassDeclSyntax, attribute: AttributeSyntax, within surroundings: [Syntax])
        -> StoragePlan
    {
        let source = (surroundings + [Syntax(node)]).map(\.description).joined()
        if let plan = last.withLock({ $0 }), plan.source == source { return plan }
        let plan = StoragePlan(
            ModelDeclaration(node, attribute: attribute, within: surroundings), source: source)
        last.withLock { $0 = plan }
        return plan
    }

    /// The hidden macro for a property of the model.
    func mark(for property: PropertyDeclaration) -> AttributeSyntax? {
        marks[property.name].map { "\(raw: $0)" }
    }

    private init(_ model: ModelDeclaration, source: String) {
        self.source = source
        var marks: [String: String] = [:]
        if !ModelCheck(model).isHopeless {
            for (position, property) in model.attributes.enumerated() {
                marks[property.name] = "@_GranaryAttribute(at: \(position))"
            }
            for property in model.key { marks[property.name] = "@_GranaryKey()" }
            for (position, property) in model.toOne.enumerated() {
                marks[property.name] = "@_GranaryToOne(at: \(position))"
            }
            for (position, property) in model.toMany.enumerated() {
                marks[property.name] = "@_GranaryToMany(at: \(position))"
            }
        }
        self.marks = marks
    }
}
