import Granary

/// What was found of the objects that were asked for together.
struct GraphFound: Sendable {
    var objects: [(key: ObjectKey, object: any ModelSnapshot)] = []
    /// Why objects are not there as a whole.
    var lacking: [ObjectKey: GraphGap.Reason] = [:]
    /// Why objects that were asked for by their identities are not there.
    var absent: [ObjectKey: GraphGap.Reason] = [:]
    /// The objects that meet the condition, of those that were asked for by their identities; `nil` without a condition.
    var passing: Set<ObjectKey>?
    /// The members of relationships to many, by owners.
    var members: [GraphLink: GraphContents.Members] = [:]
    /// Why relationships to many may have more members.
    var open: [GraphLink: GraphGap.Reason] = [:]
    /// What the server has answered instead of objects that were asked for by their identities.
    var failure: GraphGap.Reason?
    var isRemote = false
    /// Why the server could not be asked, or what it has answered instead.
    var error: GranaryError?
    /// What was asked.
    var memory = GraphMemory.Part()
}
