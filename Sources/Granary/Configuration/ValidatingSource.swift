/// A source that validates its configuration itself, so that the stack need not.
///
/// Only the source knows where each value comes from, and can name that place in its problems.
package protocol ValidatingSource: ConfigurationSource {}
