// No `CustomDebugStringConvertible`: the text of what holds a list would show keys.
extension ToMany: CustomStringConvertible, CustomReflectable {
    /// The model and the number of members, if they are known; nothing is loaded, and no value is shown.
    public var description: String { "\(Target.modelDescription.name): \(DebugText.members(known))" }

    /// The known members with key and phase.
    ///
    /// Nothing is loaded. Not for logs.
    public var debugDescription: String {
        let titles = shownMembers.prefix(Self.most).map(\.debugTitle)
        let rest = shownMembers.count > Self.most ? ["…"] : []
        return ([description] + (titles + rest).map { "  \($0)" }).joined(separator: "\n")
    }

    /// The members that are known; nothing is loaded.
    public var customMirror: Mirror {
        if shownMembers.isEmpty {
            return Mirror(self, children: ["members": DebugText.members(known)], displayStyle: .struct)
        }
        return Mirror(self, unlabeledChildren: shownMembers, displayStyle: .collection)
    }

    private var known: ToManyMembers? { owner._members(at: position) }

    private var shownMembers: [Target] {
        guard let known, known.isLoaded || known.isOfProgram else { return [] }
        return known.models.compactMap { $0 as? Target }
    }

    /// How many members are listed.
    private static var most: Int { 100 }
}
