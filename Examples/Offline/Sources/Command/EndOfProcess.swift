#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The end of this process by a signal that no program can catch.
enum EndOfProcess {
    static func kill() {
        signal(SIGKILL)
    }

    private static func signal(_ number: Int32) {
        #if canImport(Glibc)
            Glibc.kill(getpid(), number)
        #elseif canImport(Musl)
            Musl.kill(getpid(), number)
        #endif
    }
}
