package app.atrium.mobile;

import android.os.Bundle;
import androidx.webkit.WebViewCompat;
import androidx.webkit.WebViewFeature;
import com.getcapacitor.BridgeActivity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/** Puts the shell's script before each page of the servers that the app is built for. */
public class MainActivity extends BridgeActivity {
    @Override
    public void onCreate(Bundle savedInstanceState) {
        registerPlugin(AtriumShell.class);
        super.onCreate(savedInstanceState);
        if (!WebViewFeature.isFeatureSupported(WebViewFeature.DOCUMENT_START_SCRIPT)) return;
        Set<String> origins = new HashSet<>();
        for (String host : getBridge().getConfig().getAllowNavigation()) origins.add("https://" + host);
        WebViewCompat.addDocumentStartJavaScript(getBridge().getWebView(), script(), origins);
    }

    private String script() {
        try (InputStream file = getAssets().open("public/shell.js")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException missing) {
            throw new IllegalStateException("public/shell.js is missing: run npm run sync", missing);
        }
    }
}
