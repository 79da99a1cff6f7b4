/// A store that knows the schema which it has recorded from its opening, so that nobody reads it again.
package protocol RecordingStore: Store {
    /// The schema that the store had recorded when it was opened; `nil` if there was none.
    var recorded: StoredSchema? { get }
}
