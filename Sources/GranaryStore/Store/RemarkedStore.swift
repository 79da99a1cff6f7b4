/// A store whose opening has found something that its owner should look at, though the store can be used.
///
/// The stack writes it to its log as a warning, and passes it on with the errors that no caller waits for.
public protocol RemarkedStore: Store {
    /// The findings and how they were handled, with the remedy.
    var remarks: [GranaryError] { get }
}
