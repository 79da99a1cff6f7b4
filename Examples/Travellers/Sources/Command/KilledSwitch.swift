#if HTTP
    import Foundation
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// This program in a process of its own, which switches between travellers and is killed meanwhile.
    struct KilledSwitch {
        let program: String
        let configuration: String

        /// Starts it, kills it when it has switched some times, and returns whom it has shown as current last.
        ///
        /// - Throws: ``DemoFailure`` when it has ended otherwise; errors of starting it.
        func run() throws -> String {
            let (process, pipe) = (Process(), Pipe())
            process.executableURL = URL(filePath: program)
            process.arguments = ["switch", "--config", configuration]
            process.standardOutput = pipe
            try process.run()
            var shown = Data()
            while shown.split(separator: UInt8(ascii: "\n")).count < 7 {
                let more = pipe.fileHandleForReading.availableData
                if more.isEmpty { break }
                shown += more
            }
            kill(process.processIdentifier, SIGKILL)
            shown += pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            guard process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL else {
                throw DemoFailure("The process that switches was not killed, and has failed before.")
            }
            // The last line may be half.
            let whole = shown.split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
            ).dropLast()
            return String(decoding: whole.last ?? Data(), as: UTF8.self)
        }
    }
#endif
