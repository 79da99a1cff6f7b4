public import Granary

/// What a module finds when it starts: the modules that it needs, and the stack.
public struct ModuleSurroundings: Sendable {
    private let name: String
    private let needed: [ObjectIdentifier: any Sendable]
    private let given: PersistentStack?

    init(of name: String, _ needed: [ObjectIdentifier: any Sendable], _ stack: PersistentStack?) {
        self.name = name
        self.needed = needed
        given = stack
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
    /// - Throws: ``GranaryError/Code/notFound`` when they were started without one.
    public var stack: PersistentStack {
        get throws {
            guard let given else {
                throw GranaryError(
                    .notFound,
                    "The module \(name) takes the stack, and the modules were started without one. Call `start(with: stack)`."
                )
            }
            return given
        }
    }
}
