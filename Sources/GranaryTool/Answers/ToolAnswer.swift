/// What a command has found or done.
struct ToolAnswer {
    /// For people.
    var text: String
    /// The same for programs.
    var document: any Encodable & Sendable
    /// How the command ends.
    var ending = ToolEnding.done
    /// What went wrong although there is an answer; it goes to the error output.
    var complaint: String?
}
