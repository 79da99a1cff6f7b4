import Granary
import Hummingbird
import WorkshopModels

/// The form of a booking, with what was written into it and what is wrong with that.
struct FormPage {
    let form: BookingForm
    let offer: Offer
    let failures: [RuleFailure]

    /// The page; with failures its status says that the form was not accepted.
    func response() -> Response {
        let page: HTML = """
            <form method="post" action="/bookings">
            \(field("name", "Your name", form.name))
            \(field("email", "Your email address", form.email))
            \(field("bicycle", "Your bicycle", form.bicycle))
            \(field("remark", "Remarks", form.remark))
            \(choice("day", "Day", form.day, offer.days.map { ($0.date, "\($0.date), \($0.stands - $0.taken) free") }))
            \(choice("work", "Work", form.work, offer.works.map { ($0.code, "\($0.title), \($0.price)") }))
            <p><button>Book</button></p>
            </form>
            """
        return page.page("Have your bicycle repaired", status: failures.isEmpty ? .ok : .unprocessableContent)
    }

    private func field(_ name: String, _ label: String, _ value: String) -> HTML {
        "<label>\(label)<input name=\"\(name)\" value=\"\(value)\"></label>\(messages(of: name))"
    }

    private func choice(
        _ name: String, _ label: String, _ chosen: String, _ options: [(value: String, text: String)]
    ) -> HTML {
        let options = options.map { option -> HTML in
            let mark: HTML = option.value == chosen ? " selected" : ""
            return "<option value=\"\(option.value)\"\(mark)>\(option.text)</option>"
        }
        return """
            <label>\(label)<select name="\(name)"><option value="">Choose</option>\(options)</select></label>
            \(messages(of: name))
            """
    }

    /// What is wrong with a field.
    private func messages(of field: String) -> [HTML] {
        failures.filter { $0.field == field }.map { "<small>\($0.sentence)</small>" }
    }
}
