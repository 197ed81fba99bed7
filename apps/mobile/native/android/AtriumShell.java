package app.atrium.mobile;

import android.Manifest;
import android.content.ContentUris;
import android.content.Intent;
import android.database.Cursor;
import android.graphics.Bitmap;
import android.net.Uri;
import android.os.Build;
import android.provider.MediaStore;
import android.provider.OpenableColumns;
import android.util.Base64;
import android.util.Size;
import androidx.core.content.FileProvider;
import com.getcapacitor.JSArray;
import com.getcapacitor.JSObject;
import com.getcapacitor.PermissionState;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import com.getcapacitor.annotation.Permission;
import com.getcapacitor.annotation.PermissionCallback;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.UUID;

/** What no published plugin does: shared content, uploads of photos, and opening files (src/native.ts). */
@CapacitorPlugin(
    name = "AtriumShell",
    permissions = {
        @Permission(alias = "photos", strings = { Manifest.permission.READ_MEDIA_IMAGES }),
        @Permission(alias = "storage", strings = { Manifest.permission.READ_EXTERNAL_STORAGE })
    }
)
public class AtriumShell extends Plugin {
    private static final int MOST_FILES = 20;
    private static final int MOST_BYTES = 48 * 1024 * 1024;
    private static final int UPLOAD_MS = 30_000;
    private static final int PREVIEW_PX = 640;
    /** Before Android 13 photos belonged to the storage. */
    private static final String PHOTOS = Build.VERSION.SDK_INT >= 33 ? "photos" : "storage";
    private Intent shared;

    @Override
    public void load() {
        keep(getActivity().getIntent());
    }

    @Override
    protected void handleOnNewIntent(Intent intent) {
        keep(intent);
    }

    private void keep(Intent intent) {
        String action = intent == null ? null : intent.getAction();
        if (Intent.ACTION_SEND.equals(action) || Intent.ACTION_SEND_MULTIPLE.equals(action)) shared = intent;
    }

    @PluginMethod
    public void takeShared(PluginCall call) {
        JSObject answer = new JSObject();
        JSArray files = new JSArray();
        Intent intent = shared;
        shared = null;
        String text = intent == null ? null : intent.getStringExtra(Intent.EXTRA_TEXT);
        answer.put("text", text == null ? "" : text.substring(0, Math.min(text.length(), 2000)));
        if (intent != null) {
            for (Uri uri : urisOf(intent)) {
                try {
                    if (files.length() < MOST_FILES) files.put(fileOf(uri));
                } catch (IOException unreadable) {
                    // The other app took its permission back: the rest is still shared.
                }
            }
        }
        answer.put("files", files);
        call.resolve(answer);
    }

    @SuppressWarnings("deprecation")
    private ArrayList<Uri> urisOf(Intent intent) {
        ArrayList<Uri> all = new ArrayList<>();
        if (Intent.ACTION_SEND_MULTIPLE.equals(intent.getAction())) {
            ArrayList<Uri> many = intent.getParcelableArrayListExtra(Intent.EXTRA_STREAM);
            if (many != null) all.addAll(many);
        } else {
            Uri one = intent.getParcelableExtra(Intent.EXTRA_STREAM);
            if (one != null) all.add(one);
        }
        // Only what another app offers: a path could name a file of this app.
        all.removeIf(uri -> !"content".equals(uri.getScheme()));
        return all;
    }

    private JSObject fileOf(Uri uri) throws IOException {
        String name = "file";
        try (Cursor row = getContext().getContentResolver().query(uri, null, null, null, null)) {
            int column = row == null ? -1 : row.getColumnIndex(OpenableColumns.DISPLAY_NAME);
            if (column >= 0 && row.moveToFirst()) name = row.getString(column);
        }
        String type = getContext().getContentResolver().getType(uri);
        try (InputStream content = getContext().getContentResolver().openInputStream(uri)) {
            JSObject file = new JSObject();
            file.put("name", name.substring(0, Math.min(name.length(), 255)));
            file.put("type", type == null ? "" : type);
            file.put("bytes", Base64.encodeToString(read(content), Base64.NO_WRAP));
            return file;
        }
    }

    private static byte[] read(InputStream content) throws IOException {
        if (content == null) throw new IOException("no content");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] part = new byte[64 * 1024];
        for (int size = content.read(part); size >= 0; size = content.read(part)) {
            bytes.write(part, 0, size);
            if (bytes.size() > MOST_BYTES) throw new IOException("too large");
        }
        return bytes.toByteArray();
    }

    @PluginMethod
    public void latestPhoto(PluginCall call) {
        if (getPermissionState(PHOTOS) == PermissionState.GRANTED) findPhoto(call);
        else requestPermissionForAlias(PHOTOS, call, "photosAnswered");
    }

    @PermissionCallback
    private void photosAnswered(PluginCall call) {
        if (getPermissionState(PHOTOS) == PermissionState.GRANTED) findPhoto(call);
        else call.reject("denied");
    }

    private void findPhoto(PluginCall call) {
        execute(() -> {
            Uri all = MediaStore.Images.Media.EXTERNAL_CONTENT_URI;
            String[] columns = { MediaStore.Images.Media._ID, MediaStore.Images.Media.DATE_ADDED };
            String newest = MediaStore.Images.Media.DATE_ADDED + " DESC";
            JSObject photo = new JSObject();
            try (Cursor row = getContext().getContentResolver().query(all, columns, null, null, newest)) {
                // Previews of this kind exist since Android 10; earlier ones have no latest photo.
                if (Build.VERSION.SDK_INT >= 29 && row != null && row.moveToFirst()) {
                    Uri uri = ContentUris.withAppendedId(all, row.getLong(0));
                    Size size = new Size(PREVIEW_PX, PREVIEW_PX);
                    Bitmap preview = getContext().getContentResolver().loadThumbnail(uri, size, null);
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    preview.compress(Bitmap.CompressFormat.JPEG, 80, bytes);
                    photo.put("identifier", String.valueOf(row.getLong(0)));
                    photo.put("creationDate", Instant.ofEpochSecond(row.getLong(1)).toString());
                    photo.put("data", Base64.encodeToString(bytes.toByteArray(), Base64.NO_WRAP));
                }
                call.resolve(photo);
            } catch (IOException | RuntimeException failed) {
                call.reject("failed", new Exception(failed));
            }
        });
    }

    @PluginMethod
    public void upload(PluginCall call) {
        execute(() -> {
            try {
                Uri photo = ContentUris.withAppendedId(
                    MediaStore.Images.Media.EXTERNAL_CONTENT_URI,
                    Long.parseLong(call.getString("id", ""))
                );
                String boundary = UUID.randomUUID().toString();
                HttpURLConnection connection = (HttpURLConnection) new URL(call.getString("url")).openConnection();
                connection.setConnectTimeout(UPLOAD_MS);
                connection.setReadTimeout(UPLOAD_MS);
                connection.setInstanceFollowRedirects(false);
                connection.setDoOutput(true);
                connection.setChunkedStreamingMode(0);
                connection.setRequestProperty("token", call.getString("token"));
                connection.setRequestProperty("content-type", "multipart/form-data; boundary=" + boundary);
                try (
                    OutputStream body = connection.getOutputStream();
                    InputStream content = getContext().getContentResolver().openInputStream(photo)
                ) {
                    JSObject fields = call.getObject("fields", new JSObject());
                    for (Iterator<String> names = fields.keys(); names.hasNext(); ) {
                        String name = names.next();
                        write(body, "--" + boundary + "\r\ncontent-disposition: form-data; name=\"" + name + "\"\r\n\r\n");
                        write(body, fields.getString(name) + "\r\n");
                    }
                    write(body, "--" + boundary + "\r\ncontent-disposition: form-data; name=\"files\"; filename=\"photo.jpg\"\r\n");
                    write(body, "content-type: image/jpeg\r\n\r\n");
                    body.write(read(content));
                    write(body, "\r\n--" + boundary + "--\r\n");
                }
                int status = connection.getResponseCode();
                try (InputStream answer = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
                    JSObject result = new JSObject();
                    result.put("status", status);
                    result.put("body", new String(read(answer), StandardCharsets.UTF_8));
                    call.resolve(result);
                }
            } catch (IOException | NumberFormatException failed) {
                call.reject("upload", failed);
            }
        });
    }

    private static void write(OutputStream body, String text) throws IOException {
        body.write(text.getBytes(StandardCharsets.UTF_8));
    }

    @PluginMethod
    public void openFile(PluginCall call) {
        execute(() -> {
            try {
                File folder = new File(getContext().getCacheDir(), "opened");
                folder.mkdirs();
                File file = new File(folder, call.getString("name", "file").replaceAll("[^\\w. -]", "_"));
                HttpURLConnection connection = (HttpURLConnection) new URL(call.getString("url")).openConnection();
                connection.setRequestProperty("token", call.getString("token", ""));
                connection.setInstanceFollowRedirects(false);
                String other = connection.getHeaderField("location");
                // The server may name a storage elsewhere, which must not learn the session's token.
                if (other != null) connection = (HttpURLConnection) new URL(connection.getURL(), other).openConnection();
                try (InputStream content = connection.getInputStream(); OutputStream kept = new FileOutputStream(file)) {
                    content.transferTo(kept);
                }
                Uri uri = FileProvider.getUriForFile(getContext(), getContext().getPackageName() + ".fileprovider", file);
                Intent view = new Intent(Intent.ACTION_VIEW).setData(uri).addFlags(Intent.FLAG_GRANT_READ_URI_PERMISSION);
                getActivity().startActivity(Intent.createChooser(view, null));
                call.resolve();
            } catch (IOException | RuntimeException failed) {
                call.reject("failed", new Exception(failed));
            }
        });
    }

    @PluginMethod
    public void openOutside(PluginCall call) {
        try {
            Intent view = new Intent(Intent.ACTION_VIEW, Uri.parse(call.getString("url")));
            view.addCategory(Intent.CATEGORY_BROWSABLE);
            getActivity().startActivity(view);
            call.resolve();
        } catch (RuntimeException none) {
            call.reject("failed", new Exception(none));
        }
    }
}
