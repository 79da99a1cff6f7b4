package import Granary

extension RuleFailure {
    /// The field of the form that shows it.
    package var field: String {
        // A full day is no fault of the booking, but the form can choose another one.
        entity == "Day" ? "day" : properties.first ?? "name"
    }

    /// What people read.
    package var sentence: String {
        switch (rule.kind, rule.messageKey) {
        case (_, "email"): "This is no email address."
        case (_, "day.full"): "This day is full. Please choose another one."
        case (.required, _): "Please choose."
        case (.notEmpty, _): "Please fill this in."
        case (.length(_, let most?), _): "Please write \(most) characters at most."
        default: "Please correct this."
        }
    }
}
