import Hummingbird

extension HTML {
    /// A whole page as the answer to a request.
    func page(_ title: String, status: HTTPResponse.Status = .ok) -> Response {
        let page: HTML = """
            <!doctype html>
            <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>\(title)</title>
            <style>
            body { font: 1em/1.5 sans-serif; max-width: 40em; margin: 2em auto; padding: 0 1em }
            label, small { display: block } small { color: #a00 } input, select, textarea { width: 100% }
            table { border-collapse: collapse; width: 100% } td, th { border-top: 1px solid #ccc; text-align: left }
            </style>
            <p><a href="/">Book</a> · <a href="/bookings">Bookings</a> · <a href="/board">Board</a></p>
            <h1>\(title)</h1>
            \(self)
            </html>

            """
        return Response(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: page.text)))
    }
}
