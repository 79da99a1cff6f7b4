/// A unit of work over the stores of a stack.
public final class ManagedContext {
    /// Keeps an error that could not be thrown where it happened; the next save and the end of the unit of work throw it.
    package func keep(_ error: GranaryError) {}

    /// Notes that a stored object has its first change.
    package func didChange(_ object: any Model) {}

    package func resolve<Target: Model>(
        _ key: Target.Key, of type: Target.Type, from owner: any Model, at position: Int
    ) -> Target? { nil }
}
