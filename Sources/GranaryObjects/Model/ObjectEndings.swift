#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Ends the objects of one thread one after the other, where else each would end inside the end of what held it.
final class ObjectEndings {
    private var waiting: ContiguousArray<Any> = []
    private var isEnding = false

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { endings in
            guard let endings else { return }
            Unmanaged<ObjectEndings>.fromOpaque(endings).release()
        }
        return key
    }()

    /// The endings of the running thread, made at first use and released with the thread.
    static var ofThread: ObjectEndings {
        if let present = pthread_getspecific(key) {
            return Unmanaged<ObjectEndings>.fromOpaque(present).takeUnretainedValue()
        }
        let endings = ObjectEndings()
        pthread_setspecific(key, Unmanaged.passRetained(endings).toOpaque())
        return endings
    }

    /// Releases an object and all objects that only it holds: at once, or after the deinitializer that runs on this
    /// thread.
    ///
    /// Complexity: O(what ends), on a stack of constant depth.
    func end(_ object: inout (some AnyObject)?) {
        take(&object)
        endAll()
    }

    /// Releases the objects of an array in the same way.
    func end(_ objects: inout ContiguousArray<any Model>) {
        take(&objects)
        endAll()
    }

    // In separate functions, so that no variable holds the objects any more when they are to end.
    private func take(_ object: inout (some AnyObject)?) {
        if let present = object { waiting.append(present) }
        object = nil
    }

    private func take(_ objects: inout ContiguousArray<any Model>) {
        waiting.append(objects)
        objects = []
    }

    private func endAll() {
        if isEnding { return }
        isEnding = true
        while let next = waiting.popLast() { withExtendedLifetime(next) {} }
        isEnding = false
    }
}
