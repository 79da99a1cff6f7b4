public import Granary

/// What a module finds when it starts: the modules that it needs, and the stack.
public struct ModuleSurroundings: Sendable {
    private let name: String
    private let needed: [ObjectIdentifier: any Sendable]
    private let ground: ModuleGround

    init(of name: String, _ needed: [ObjectIdentifier: any Sendable], _ ground: ModuleGround) {
        self.name = name
        self.needed = needed
        self.ground = ground
    }

    /// A module that this one names in its ``Module/needs``, and which is running.
    ///
    /// Nobody waits here, so that modules cannot wait for each other.
    ///
    /// - Throws: ``GranaryError/Code/modules`` for a type that is not in `needs`.
    public subscript<Key: Sendable>(_ type: Key.Type) -> Key {
        get throws {
            guard let module = needed[ObjectIdentifier(type)] as? Key else {
                throw GranaryError(
                    .modules,
                    "The module \(name) takes \(type) without naming it in `needs`, so it may not be running. Add it there."
                )
            }
            return module
        }
    }

    /// The stack that the modules were started with.
    ///
    /// For a module of an account it is one that shares all stores of the account's stack: each learns of the saves of the
    /// other, but what is done in it does not keep the account from resting. It is open while the module runs.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` when they were started without one.
    public var stack: PersistentStack {
        get throws {
            guard let stack = ground.stack else { throw withoutStack }
            return stack
        }
    }

    /// Begins a use that keeps the stack, or the account of the module, from resting until it ends.
    ///
    /// It counts as a context does that the program keeps; end it in ``Module/stop()`` at the latest.
    ///
    /// - Returns: the use, to be ended.
    /// - Throws: ``GranaryError/Code/notFound`` when the modules were started without a stack;
    ///   ``GranaryError/Code/closed``; ``GranaryError/Code/cancelled``; errors of a store that cannot be opened.
    public func keepAwake() async throws -> StackUse {
        guard let kept = ground.kept else { throw withoutStack }
        return StackUse(try await kept.heldAwake())
    }

    private var withoutStack: GranaryError {
        GranaryError(
            .notFound,
            "The module \(name) takes the stack, and the modules were started without one. Call `start(with: stack)`."
        )
    }
}
