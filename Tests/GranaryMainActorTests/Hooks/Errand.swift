import Granary

/// A model whose hooks and rules are each in a file of its own, as programs like to have them: each of these files and this
/// one lead to the protocol `DescribedModel`, to which only one of them may have the conformance, or a debug build does not
/// link.
@Model final class Errand {
    var id: Int
    var text: String
    @Transient var heard: [String] = []
}

/// As `Errand`, with one hook alone.
@Model final class WillInsertErrand {
    var id: Int
    @Transient var heard: [String] = []
}

/// As `Errand`, with one hook alone.
@Model final class WillSaveErrand {
    var id: Int
    @Transient var heard: [String] = []
}

/// As `Errand`, with one hook alone.
@Model final class WillDeleteErrand {
    var id: Int
    @Transient var heard: [String] = []
}

/// As `Errand`, with one hook alone.
@Model final class DidSaveErrand {
    var id: Int
    @Transient var heard: [String] = []
}

/// As `Errand`, with one hook alone.
@Model final class DidLoadErrand {
    var id: Int
    @Transient var heard: [String] = []
}

/// As `Errand`, with rules alone.
@Model final class ValidatedErrand { var id: Int }
