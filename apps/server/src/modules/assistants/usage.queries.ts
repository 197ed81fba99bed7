import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

/** First day of the month, `YYYY-MM-DD`. */
export const monthOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`;

export interface Use {
  userid: number;
  month: string;
  vendor: string;
  model: string;
  input: number;
  output: number;
}
export const addUse = (tx: Writer, { userid, month, vendor, model, input, output }: Use) =>
  sql`insert into assistant_usage as u (userid, month, vendor, model, asks, input_tokens, output_tokens)
    select ${userid}, ${month}::date, ${vendor}, ${model}, 1, ${input}, ${output}
    where exists (select 1 from users where userid = ${userid})
    on conflict (userid, month, vendor, model) do update set asks = u.asks + 1,
      input_tokens = u.input_tokens + excluded.input_tokens, output_tokens = u.output_tokens + excluded.output_tokens`.execute(
    tx,
  );

export async function tokensOf(tx: Reader, userid: number, month: string): Promise<number> {
  const { rows } = await sql<{ tokens: string }>`
    select coalesce(sum(input_tokens + output_tokens), 0) as tokens from assistant_usage
    where userid = ${userid} and month = ${month}::date`.execute(tx);
  return Number(rows[0]?.tokens ?? 0);
}

export interface UsageRow {
  userid: number;
  nickname: string;
  email: string;
  vendor: string;
  model: string;
  asks: number;
  input_tokens: string;
  output_tokens: string;
  likes: number;
  dislikes: number;
}
const SHOWN = 1000;
/** Ratings count once per person and assistant, in the row of the assistant's most used model. */
export async function listUsage(tx: Reader, month: string): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    with rated as (
      select f.userid, substring(b.email from '^ai-([^@]+)@') as vendor,
        count(*) filter (where f.feedback = 'like')::int as likes,
        count(*) filter (where f.feedback = 'dislike')::int as dislikes
      from assistant_feedback f join messages m on m.id = f.msg_id join users b on b.userid = m.userid
      where f.created_at >= ${month}::date and f.created_at < ${month}::date + interval '1 month'
      group by 1, 2
    )
    select s.userid, u.nickname, u.email, s.vendor, s.model, s.asks, s.input_tokens, s.output_tokens,
      case when s.place = 1 then coalesce(r.likes, 0) else 0 end as likes,
      case when s.place = 1 then coalesce(r.dislikes, 0) else 0 end as dislikes
    from (select *, row_number() over (partition by userid, vendor order by asks desc, model) as place
      from assistant_usage where month = ${month}::date) s
    join users u on u.userid = s.userid
    left join rated r on r.userid = s.userid and r.vendor = s.vendor
    order by s.input_tokens + s.output_tokens desc, s.userid, s.vendor, s.model limit ${SHOWN}`.execute(tx);
  return rows;
}
