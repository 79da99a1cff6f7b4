import ArgumentParser
import Granary

/// How an answer is wanted.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON; errors are JSON too, on the error output.")
    var json = false
}
