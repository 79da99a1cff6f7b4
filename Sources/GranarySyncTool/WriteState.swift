import ArgumentParser

/// The states of writes, as the command line names them.
enum WriteState: String, ExpressibleByArgument, CaseIterable {
    case held, waiting, sent, refused
}
