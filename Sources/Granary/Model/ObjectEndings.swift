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

    /// Those of the running thread, made at first use and let go of when it ends.
    static var ofThread: ObjectEndings {
        if let present = pthread_getspecific(key) {
            return Unmanaged<ObjectEndings>.fromOpaque(present).takeUnretainedValue()
        }
        let endings = ObjectEndings()
        pthread_setspecific(key, Unmanaged.passRetained(endings).toOpaque())
        return endings
    }

    /// Lets go of an object with all that ends because of it: now, or as soon as what is ending on this thread has ended.
    ///
    /// Complexity: O(what ends), on a stack of constant depth.
    func end(_ object: inout (some AnyObject)?) {
        take(&object)
        endAll()
    }

    /// Lets go of the objects of an array in the same way.
    func end(_ objects: inout ContiguousArray<any Model>) {
        take(&objects)
        endAll()
    }

    // In functions of their own, so that no variable holds the objects any more when they are to end.
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
