import ArgumentParser
import Granary

/// How an answer is wanted.
package struct OutputOptions: ParsableArguments {
    /// Whether it is printed as JSON.
    @Flag(help: "Print JSON; errors are JSON too, on the error output.")
    package var json = false

    /// Makes the options; the parser fills them in.
    package init() {}
}
