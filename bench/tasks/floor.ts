import pg from 'pg';
import { progress } from '../lib/report.ts';

/**
 * Rows per second that this machine's database commits, one INSERT each, with this many connections: nothing durable
 * can be faster.
 */
export async function commits(config: pg.ClientConfig, writers: number, seconds: number): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: writers }, async () => {
      const client = new pg.Client(config);
      await client.connect();
      return client;
    }),
  );
  try {
    await clients[0]?.query('create table if not exists bench_floor (id bigserial primary key, name text not null)');
    const until = performance.now() + seconds * 1000;
    const began = performance.now();
    let made = 0;
    const write = async (client: pg.Client) => {
      while (performance.now() < until) {
        await client.query({
          name: 'floor',
          text: 'insert into bench_floor (name) values ($1)',
          values: [`Row ${made++}`],
        });
      }
    };
    await Promise.all(clients.map(write));
    const rate = (made * 1000) / (performance.now() - began);
    progress(`${writers} at once: ${rate.toFixed(0)} rows a second are all that the database commits`);
    return rate;
  } finally {
    await clients[0]?.query('drop table if exists bench_floor');
    for (const client of clients) await client.end();
  }
}
