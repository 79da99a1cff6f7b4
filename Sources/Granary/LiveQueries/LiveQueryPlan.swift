/// How a live query follows saves, and so the cost of a save.
public struct LiveQueryPlan: Sendable, Hashable, CustomStringConvertible {
    /// A way to update the result after a save.
    public enum Kind: Sendable, Hashable {
        /// The values that the save reports decide; the store is not queried.
        case evaluated
        /// They decide, and the store is queried again only when too few objects are left to fill the limit, or when
        /// the smallest or largest value leaves.
        case refilled
        /// The query runs again.
        case repeated
    }

    /// The way to update the result after a save.
    public let kind: Kind
    /// The names of the models whose saves matter, sorted.
    public let models: [String]

    init(_ follower: some LiveFollower, _ entity: Entity, in schema: Schema) {
        let names = follower.others.union([entity.index]).map { schema.entities[$0].name }
        models = names.sorted()
        kind = follower.evaluator == nil ? .repeated : follower.asksAgain ? .refilled : .evaluated
    }

    /// The plan in one sentence.
    public var description: String {
        let names = models.joined(separator: ", ")
        return switch kind {
        case .evaluated: "Follows the values that saves of \(names) report; the store is not asked."
        case .refilled:
            "Follows the values that saves of \(names) report; the store is asked when they do not tell the rest."
        case .repeated: "Runs again after each save of \(names)."
        }
    }
}
