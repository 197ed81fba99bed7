import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { quiet, templateName } from './template.ts';

/** One temporary PostgreSQL for the whole run, with a migrated database that each worker clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const embedded = given ? undefined : await startEmbeddedPostgres({ ephemeral: true, log: quiet });
  const url = given ?? embedded!.url;

  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`drop database if exists ${templateName} with (force)`);
  await admin.query(`create database ${templateName}`);
  await admin.end();

  const template = new URL(url);
  template.pathname = `/${templateName}`;
  const { migrate } = await import('../platform/db/migrate.ts');
  await migrate(template.href);
  // The schema for jobs, which the job runner otherwise creates.
  const { runMigrations } = await import('graphile-worker');
  await runMigrations({ connectionString: template.href });

  // People of tests sign up, with a code where no mail is sent; the default, invitations, has tests of its own.
  const filled = new pg.Client({ connectionString: template.href });
  await filled.connect();
  await filled.query(
    `insert into settings (name, value) values ('system', '{"reg": "open", "reg_invite": "welcome"}')`,
  );
  await filled.end();

  project.provide('pgUrl', url);
  return async () => {
    await embedded?.stop();
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a database whose user may create others; tests use their own. */
    pgUrl: string;
  }
}
