/// A request as one statement, and who evaluates its parts.
package protocol LoweredRequest {
    /// The statement that an engine runs.
    var statement: SQLText { get }
    /// The parts that the engine evaluates, in words for people.
    var pushedDown: [String] { get }
    /// The parts that the core evaluates, with the reasons, in words for people.
    var residual: [String] { get }
}
