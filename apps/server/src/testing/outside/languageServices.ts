import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { openStorages } from '../../platform/files/openStorage.ts';
import { listenOn } from '../../platform/http/listen.ts';
import { makeLog } from '../../platform/log.ts';
import { startEmbeddedPostgres } from '../../platform/postgres/embedded.ts';

// A server as people start it, with a fake service for transcription and translation; its first transcription fails.
const config = readConfig();
const log = makeLog(config.logLevel);
const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
await migrate(postgres.url);
let isListening = false;
const running = await buildApp({
  secretKeys: ['a-key-for-tests-of-forty-characters-0001'],
  databaseUrl: postgres.url,
  publicUrl: config.publicUrl,
  version: '1.0.0',
  log,
  webDir: config.webDir,
  uploadDir: `${config.dataDir}/uploads`,
  storage: await openStorages(config.storage, config.oldStorage),
  interpreter: {
    async transcribe({ bytes, ext }) {
      if (!isListening) {
        isListening = true;
        throw new Error('too quiet');
      }
      return `${bytes.length > 2000 ? 'A long' : 'A short'} beep (${ext})`;
    },
    translate: async (text, language) => `[${language}] ${text}`,
  },
});
const stop = async () => {
  await running.close();
  await postgres.stop();
  process.exit(0);
};
process.once('SIGTERM', () => void stop());
await listenOn(running.server, config);
