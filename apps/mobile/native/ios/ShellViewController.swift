import Capacitor
import WebKit

/// Puts the shell's script before each page of the servers that the app is built for.
class ShellViewController: CAPBridgeViewController {
    override func webViewConfiguration(for instanceConfiguration: InstanceConfiguration) -> WKWebViewConfiguration {
        let configuration = super.webViewConfiguration(for: instanceConfiguration)
        guard let file = Bundle.main.url(forResource: "shell", withExtension: "js", subdirectory: "public"),
              let script = try? String(contentsOf: file, encoding: .utf8) else { return configuration }
        let hosts = instanceConfiguration.allowedNavigationHostnames
        guard let list = try? JSONEncoder().encode(hosts), let json = String(data: list, encoding: .utf8) else {
            return configuration
        }
        // The web view has no list of origins for scripts: the script itself looks where it is.
        let guarded = "if (location.protocol === 'https:' && \(json).includes(location.hostname)) {\(script)}"
        configuration.userContentController.addUserScript(
            WKUserScript(source: guarded, injectionTime: .atDocumentStart, forMainFrameOnly: true)
        )
        return configuration
    }
}
