/// A hook for the saves of all models; a schema carries it, so that every context of its stacks calls it.
///
/// Contexts call those of the type `SaveHook` in the module of contexts, which is the only implementation.
package protocol SchemaHook: Sendable {}
