-- Written by apps/server/src/cli/schema.ts from the migrations; not run by anything.

create table public.access_tokens (
  id integer not null generated always as identity,
  userid integer not null,
  name text not null,
  scopes text[] not null,
  token_hash text not null,
  ending text not null,
  expired_at timestamp with time zone,
  used_at timestamp with time zone,
  used_ip text not null default ''::text,
  app_id text,
  grant_id integer,
  dav_id text,
  created_at timestamp with time zone not null default now(),
  constraint access_tokens_pkey PRIMARY KEY (id),
  constraint access_tokens_dav_id_key UNIQUE (dav_id),
  constraint access_tokens_token_hash_key UNIQUE (token_hash),
  constraint access_tokens_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.micro_apps(id) ON DELETE CASCADE,
  constraint access_tokens_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES public.oauth_grants(id) ON DELETE CASCADE,
  constraint access_tokens_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX access_tokens_app ON public.access_tokens USING btree (app_id) WHERE (app_id IS NOT NULL);
CREATE INDEX access_tokens_grant ON public.access_tokens USING btree (grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX access_tokens_owner ON public.access_tokens USING btree (userid);

create table public.approval_balances (
  userid integer not null,
  type text not null,
  year integer not null,
  granted double precision not null default 0,
  carried double precision not null default 0,
  constraint approval_balances_pkey PRIMARY KEY (userid, type, year),
  constraint approval_balances_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX approval_balances_year ON public.approval_balances USING btree (year, type);

create table public.approval_definitions (
  id integer not null generated always as identity,
  name text not null,
  version integer not null default 0,
  is_open boolean not null default true,
  draft jsonb,
  updated_by integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  constraint approval_definitions_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX approval_definitions_name ON public.approval_definitions USING btree (lower(name)) WHERE (deleted_at IS NULL);

create table public.approval_delegations (
  userid integer not null,
  to_userid integer not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  is_applied boolean not null default false,
  constraint approval_delegations_pkey PRIMARY KEY (userid),
  constraint approval_delegations_to_userid_fkey FOREIGN KEY (to_userid) REFERENCES public.users(userid) ON DELETE CASCADE,
  constraint approval_delegations_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);

create table public.approval_entries (
  id integer not null generated always as identity,
  approval_id integer not null,
  step_id integer not null default 0,
  step_name text not null default ''::text,
  userid integer not null default 0,
  act text not null,
  comment text not null default ''::text,
  pictures text[] not null default '{}'::text[],
  userids integer[] not null default '{}'::integer[],
  created_at timestamp with time zone not null default now(),
  constraint approval_entries_pkey PRIMARY KEY (id),
  constraint approval_entries_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES public.approvals(id) ON DELETE CASCADE
);
CREATE INDEX approval_entries_of ON public.approval_entries USING btree (approval_id, id);
CREATE INDEX approval_entries_person ON public.approval_entries USING btree (userid, approval_id);

create table public.approval_files (
  approval_id integer not null,
  file_id integer not null,
  constraint approval_files_pkey PRIMARY KEY (approval_id, file_id),
  constraint approval_files_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES public.approvals(id) ON DELETE CASCADE,
  constraint approval_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.stored_files(id)
);
CREATE INDEX approval_files_file ON public.approval_files USING btree (file_id);

create table public.approval_members (
  id integer not null generated always as identity,
  approval_id integer not null,
  step_id integer not null,
  place integer not null,
  userid integer not null,
  state smallint not null default 0,
  instead_of integer not null default 0,
  acted_at timestamp with time zone,
  constraint approval_members_pkey PRIMARY KEY (id),
  constraint approval_members_state_check CHECK (((state >= 0) AND (state <= 5))),
  constraint approval_members_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES public.approvals(id) ON DELETE CASCADE,
  constraint approval_members_step_id_fkey FOREIGN KEY (step_id) REFERENCES public.approval_steps(id) ON DELETE CASCADE,
  constraint approval_members_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid)
);
CREATE INDEX approval_members_approval ON public.approval_members USING btree (approval_id);
CREATE INDEX approval_members_of ON public.approval_members USING btree (step_id);
CREATE INDEX approval_members_pending ON public.approval_members USING btree (userid) WHERE (state = 1);
CREATE INDEX approval_members_person ON public.approval_members USING btree (userid, approval_id DESC);

create table public.approval_notices (
  msg_id integer not null,
  approval_id integer not null,
  step_id integer not null default 0,
  userid integer not null,
  constraint approval_notices_pkey PRIMARY KEY (msg_id),
  constraint approval_notices_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES public.approvals(id) ON DELETE CASCADE
);
CREATE INDEX approval_notices_of ON public.approval_notices USING btree (approval_id);

create table public.approval_steps (
  id integer not null generated always as identity,
  approval_id integer not null,
  place integer not null,
  node text not null default ''::text,
  name text not null,
  kind text not null,
  mode text not null,
  state text not null default 'waiting'::text,
  after integer[] not null default '{}'::integer[],
  hours integer not null default 0,
  is_asked boolean not null default false,
  opened_at timestamp with time zone,
  due_at timestamp with time zone,
  reminded_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint approval_steps_pkey PRIMARY KEY (id),
  constraint approval_steps_kind_check CHECK ((kind = ANY (ARRAY['approver'::text, 'copy'::text]))),
  constraint approval_steps_mode_check CHECK ((mode = ANY (ARRAY['one'::text, 'all'::text, 'sequence'::text]))),
  constraint approval_steps_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'open'::text, 'passed'::text, 'refused'::text, 'skipped'::text]))),
  constraint approval_steps_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES public.approvals(id) ON DELETE CASCADE
);
CREATE INDEX approval_steps_due ON public.approval_steps USING btree (due_at) WHERE ((state = 'open'::text) AND (due_at IS NOT NULL));
CREATE INDEX approval_steps_of ON public.approval_steps USING btree (approval_id);

create table public.approval_versions (
  definition_id integer not null,
  version integer not null,
  content jsonb not null,
  published_by integer not null default 0,
  published_at timestamp with time zone not null default now(),
  constraint approval_versions_pkey PRIMARY KEY (definition_id, version),
  constraint approval_versions_definition_id_fkey FOREIGN KEY (definition_id) REFERENCES public.approval_definitions(id) ON DELETE CASCADE
);

create table public.approvals (
  id integer not null generated always as identity,
  definition_id integer not null,
  version integer not null,
  name text not null,
  icon text not null,
  title text not null,
  userid integer not null,
  department_id integer not null default 0,
  department text not null default ''::text,
  answers jsonb not null,
  chosen jsonb not null default '{}'::jsonb,
  state smallint not null default 1,
  summary jsonb not null default '[]'::jsonb,
  words text not null default ''::text,
  effect text not null default 'none'::text,
  away_from timestamp with time zone,
  away_to timestamp with time zone,
  leave_type text not null default ''::text,
  days double precision not null default 0,
  cancels integer,
  canceled_at timestamp with time zone,
  latest_comment text not null default ''::text,
  reminded_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  end_at timestamp with time zone,
  constraint approvals_pkey PRIMARY KEY (id),
  constraint approvals_effect_check CHECK ((effect = ANY (ARRAY['none'::text, 'leave'::text, 'trip'::text]))),
  constraint approvals_state_check CHECK (((state >= 0) AND (state <= 4))),
  constraint approvals_cancels_fkey FOREIGN KEY (cancels) REFERENCES public.approvals(id) ON DELETE CASCADE,
  constraint approvals_definition_id_fkey FOREIGN KEY (definition_id) REFERENCES public.approval_definitions(id),
  constraint approvals_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid)
);
CREATE INDEX approvals_away ON public.approvals USING btree (away_from, away_to) WHERE ((effect <> 'none'::text) AND (state = 2));
CREATE INDEX approvals_cancels ON public.approvals USING btree (cancels) WHERE (cancels IS NOT NULL);
CREATE INDEX approvals_definition ON public.approvals USING btree (definition_id, id DESC);
CREATE INDEX approvals_leave ON public.approvals USING btree (userid, leave_type) WHERE (effect = 'leave'::text);
CREATE INDEX approvals_own ON public.approvals USING btree (userid, id DESC);
CREATE INDEX approvals_running ON public.approvals USING btree (id) WHERE (state = 1);

create table public.assistant_confirmations (
  id integer not null generated always as identity,
  userid integer not null,
  dialog_id integer not null,
  msg_id integer not null,
  tool text not null,
  title text not null,
  input text not null,
  answer text,
  created_at timestamp with time zone not null default now(),
  constraint assistant_confirmations_pkey PRIMARY KEY (id),
  constraint assistant_confirmations_dialog_id_fkey FOREIGN KEY (dialog_id) REFERENCES public.dialogs(id) ON DELETE CASCADE,
  constraint assistant_confirmations_msg_id_fkey FOREIGN KEY (msg_id) REFERENCES public.messages(id) ON DELETE CASCADE,
  constraint assistant_confirmations_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX assistant_confirmations_dialog ON public.assistant_confirmations USING btree (dialog_id);
CREATE INDEX assistant_confirmations_msg ON public.assistant_confirmations USING btree (msg_id);
CREATE INDEX assistant_confirmations_open ON public.assistant_confirmations USING btree (userid) WHERE (answer IS NULL);

create table public.assistant_feedback (
  msg_id integer not null,
  userid integer not null,
  feedback text not null,
  created_at timestamp with time zone not null default now(),
  constraint assistant_feedback_pkey PRIMARY KEY (msg_id, userid),
  constraint assistant_feedback_msg_id_fkey FOREIGN KEY (msg_id) REFERENCES public.messages(id) ON DELETE CASCADE,
  constraint assistant_feedback_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX assistant_feedback_userid ON public.assistant_feedback USING btree (userid);

create table public.assistant_permits (
  userid integer not null,
  tool text not null,
  created_at timestamp with time zone not null default now(),
  constraint assistant_permits_pkey PRIMARY KEY (userid, tool),
  constraint assistant_permits_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);

create table public.assistant_usage (
  userid integer not null,
  month date not null,
  vendor text not null,
  model text not null,
  asks integer not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  constraint assistant_usage_pkey PRIMARY KEY (userid, month, vendor, model),
  constraint assistant_usage_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX assistant_usage_month ON public.assistant_usage USING btree (month);

create table public.audit_log (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  action text not null,
  userid integer not null,
  target_type text not null default ''::text,
  target_id integer not null default 0,
  target_name text not null default ''::text,
  ip text not null default ''::text,
  agent text not null default ''::text,
  detail jsonb not null default '{}'::jsonb,
  constraint audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_action ON public.audit_log USING btree (action, id);
CREATE INDEX audit_log_at ON public.audit_log USING btree (at);
CREATE INDEX audit_log_target ON public.audit_log USING btree (target_type, target_id, id);
CREATE INDEX audit_log_userid ON public.audit_log USING btree (userid, id);
CREATE TRIGGER audit_log_rows BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION public.audit_refuse();
CREATE TRIGGER audit_log_whole BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.audit_refuse();

create table public.avatars (
  file_id integer not null,
  userid integer not null,
  constraint avatars_pkey PRIMARY KEY (file_id),
  constraint avatars_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.stored_files(id),
  constraint avatars_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid)
);
CREATE INDEX avatars_of_user ON public.avatars USING btree (userid, file_id);

create table public.backups (
  id integer not null generated always as identity,
  started_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  status text not null default 'running'::text,
  place text not null,
  name text not null default ''::text,
  rows bigint not null default 0,
  files integer not null default 0,
  bytes bigint not null default 0,
  copied bigint not null default 0,
  problems integer not null default 0,
  error text not null default ''::text,
  constraint backups_pkey PRIMARY KEY (id),
  constraint backups_status_check CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX backups_started_at ON public.backups USING btree (started_at DESC);

create table public.bot_deliveries (
  id bigint not null generated always as identity,
  bot_id integer not null,
  event text not null,
  url text not null,
  payload jsonb not null,
  status integer not null,
  answer text not null,
  took_ms integer not null,
  created_at timestamp with time zone not null default now(),
  constraint bot_deliveries_pkey PRIMARY KEY (id),
  constraint bot_deliveries_bot_id_fkey FOREIGN KEY (bot_id) REFERENCES public.bots(bot_id) ON DELETE CASCADE
);
CREATE INDEX bot_deliveries_bot ON public.bot_deliveries USING btree (bot_id, id DESC);

create table public.bots (
  bot_id integer not null,
  userid integer not null,
  clear_day integer not null default 30,
  clear_at timestamp with time zone not null default (now() + '30 days'::interval),
  webhook_url text not null default ''::text,
  webhook_events text[] not null default '{message}'::text[],
  webhook_num integer not null default 0,
  webhook_failures integer not null default 0,
  webhook_paused_at timestamp with time zone,
  token text not null default ''::text,
  is_session boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint bots_pkey PRIMARY KEY (bot_id),
  constraint bots_bot_id_fkey FOREIGN KEY (bot_id) REFERENCES public.users(userid) ON DELETE CASCADE,
  constraint bots_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX bots_clear ON public.bots USING btree (clear_at);
CREATE INDEX bots_owner ON public.bots USING btree (userid);

create table public.checkin_days (
  userid integer not null,
  date date not null,
  spans tstzmultirange not null default '{}'::tstzmultirange,
  notified_in boolean not null default false,
  notified_out boolean not null default false,
  reminded_before boolean not null default false,
  reminded_after boolean not null default false,
  constraint checkin_days_pkey PRIMARY KEY (userid, date),
  constraint checkin_days_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid)
);
CREATE INDEX checkin_days_on ON public.checkin_days USING btree (date) WHERE (spans <> '{}'::tstzmultirange);

create table public.checkin_faces (
  userid integer not null,
  faceimg text not null,
  constraint checkin_faces_pkey PRIMARY KEY (userid),
  constraint checkin_faces_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid)
);

create table public.checkin_macs (
  id integer not null generated always as identity,
  userid integer not null,
  mac text not null,
  remark text not null default ''::text,
  constraint checkin_macs_pkey PRIMARY KEY (id),
  constraint checkin_macs_mac_key UNIQUE (mac),
  constraint checkin_macs_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid)
);
CREATE INDEX checkin_macs_of ON public.checkin_macs USING btree (userid, id);

create table public.commands (
  id integer not null generated always as identity,
  word text not null,
  hint text not null default ''::text,
  about text not null default ''::text,
  url text not null,
  secret text not null,
  for_all boolean not null,
  userid integer not null,
  bot_id integer not null,
  uses integer not null default 0,
  used_at timestamp with time zone,
  problem text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  constraint commands_pkey PRIMARY KEY (id),
  constraint commands_bot_id_key UNIQUE (bot_id),
  constraint commands_bot_id_fkey FOREIGN KEY (bot_id) REFERENCES public.users(userid) ON DELETE CASCADE,
  constraint commands_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX commands_own_word ON public.commands USING btree (userid, word) WHERE (NOT for_all);
CREATE UNIQUE INDEX commands_word ON public.commands USING btree (word) WHERE for_all;

create table public.complaint_files (
  complaint_id integer not null,
  file_id integer not null,
  constraint complaint_files_pkey PRIMARY KEY (complaint_id, file_id),
  constraint complaint_files_complaint_id_fkey FOREIGN KEY (complaint_id) REFERENCES public.complaints(id) ON DELETE CASCADE,
  constraint complaint_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.stored_files(id)
);
CREATE INDEX complaint_files_file ON public.complaint_files USING btree (file_id);

create table public.complaints (
  id integer not null generated always as identity,
  userid integer not null,
  dialog_id integer not null,
  msg_id bigint not null default 0,
  msg_userid integer not null default 0,
  msg_text text not null default ''::text,
  type integer not null,
  reason text not null,
  status integer not null default 0,
  handled_by integer,
  handled_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint complaints_pkey PRIMARY KEY (id),
  constraint complaints_dialog_id_fkey FOREIGN KEY (dialog_id) REFERENCES public.dialogs(id) ON DELETE CASCADE,
  constraint complaints_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES public.users(userid) ON DELETE SET NULL,
  constraint complaints_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX complaints_dialog ON public.complaints USING btree (dialog_id);
CREATE INDEX complaints_status ON public.complaints USING btree (status, id DESC);
CREATE INDEX complaints_userid ON public.complaints USING btree (userid);

create table public.dav_locks (
  token text not null,
  file_id integer not null,
  userid integer not null,
  is_exclusive boolean not null,
  is_deep boolean not null,
  owner text not null default ''::text,
  timeout_s integer not null,
  expired_at timestamp with time zone not null,
  constraint dav_locks_pkey PRIMARY KEY (token),
  constraint dav_locks_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.files(id) ON DELETE CASCADE,
  constraint dav_locks_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX dav_locks_file ON public.dav_locks USING btree (file_id);
CREATE INDEX dav_locks_owner ON public.dav_locks USING btree (userid);

create table public.dav_properties (
  file_id integer not null,
  namespace text not null,
  name text not null,
  value text not null,
  constraint dav_properties_pkey PRIMARY KEY (file_id, namespace, name),
  constraint dav_properties_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.files(id) ON DELETE CASCADE
);

create table public.departments (
  id integer not null generated always as identity,
  name text not null,
  parent_id integer not null default 0,
  owner_userid integer not null default 0,
  deputy_userids integer[] not null default '{}'::integer[],
  dialog_id integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint departments_pkey PRIMARY KEY (id)
);

create table public.devices (
  id integer not null generated always as identity,
  userid integer not null,
  token_hash text not null,
  detail jsonb not null default '{}'::jsonb,
  expired_at timestamp with time zone not null,
  used_at timestamp with time zone not null default now(),
  used_ip text not null default ''::text,
  proved_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint devices_pkey PRIMARY KEY (id),
  constraint devices_token_hash_key UNIQUE (token_hash),
  constraint devices_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX devices_user ON public.devices USING btree (userid, updated_at DESC);

create table public.dialog_instructions (
  dialog_id integer not null,
  content text not null,
  userid integer not null,
  updated_at timestamp with time zone not null default now(),
  constraint dialog_instructions_pkey PRIMARY KEY (dialog_id),
  constraint dialog_instructions_dialog_id_fkey FOREIGN KEY (dialog_id) REFERENCES public.dialogs(id) ON DELETE CASCADE,
  constraint dialog_instructions_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX dialog_instructions_userid ON public.dialog_instructions USING btree (userid);

create table public.dialog_members (
  id integer not null generated always as identity,
  dialog_id integer not null,
  userid integer not null,
  inviter integer not null default 0,
  important integer not null default 0,
  role integer not null default 0,
  bot integer not null default 0,
  top_at timestamp with time zone,
  mark_unread integer not null default 0,
  silence integer not null default 0,
  hide_at timestamp with time zone,
  color text not null default ''::text,
  join_seq integer not null default 0,
  read int4multirange not null default '{}'::int4multirange,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint dialog_members_pkey PRIMARY KEY (id),
  constraint dialog_members_dialog_id_userid_key UNIQUE (dialog_id, userid),
  constraint dialog_members_dialog_id_fkey FOREIGN KEY (dialog_id) REFERENCES public.dialogs(id) ON DELETE CASCADE
);
CREATE INDEX dialog_members_bots ON public.dialog_members USING btree (dialog_id) WHERE (bot = 1);
CREATE INDEX dialog_members_user ON public.dialog_members USING btree (userid, dialog_id);

create table public.dialog_sessions (
  id integer not null generated always as identity,
  dialog_id integer not null,
  title text not null default ''::text,
  is_named boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint dialog_sessions_pkey PRIMARY KEY (id),
  constraint dialog_sessions_dialog_id_fkey FOREIGN KEY (dialog_id) REFERENCES public.dialogs(id) ON DELETE CASCADE
);
CREATE INDEX dialog_sessions_newest ON public.dialog_sessions USING btree (dialog_id, id DESC);

create table public.dialogs (
  id integer not null generated always as identity,
  type text not null,
  group_type text not null default ''::text,
  name text not null default ''::text,
  avatar text not null default ''::text,
  owner_id integer not null default 0,
  link_id integer not null default 0,
  pair integer[],
  last_seq integer not null default 0,
  last_msg_id integer not null default 0,
  last_at timestamp with time zone,
  gone int4multirange not null default '{}'::int4multirange,
  people integer not null default 0,
  top_msg_id integer not null default 0,
  top_userid integer not null default 0,
  session_id integer not null default 0,
  member_version integer not null default 1,
  deleted_at timestamp with time zone,
  import_key text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint dialogs_pkey PRIMARY KEY (id),
  constraint dialogs_import_key_key UNIQUE (import_key),
  constraint dialogs_type_check CHECK ((type = ANY (ARRAY['user'::text, 'group'::text])))
);
CREATE INDEX dialogs_link ON public.dialogs USING btree (group_type, link_id);
CREATE UNIQUE INDEX dialogs_pair ON public.dialogs USING btree (pair) WHERE (pair IS NOT NULL);

create table public.document_comments (
  id integer not null generated always as identity,
  file_id integer not null,
  thread_id integer,
  userid integer not null,
  text text not null,
  quote text not null default ''::text,
  place text not null default ''::text,
  resolved_at timestamp with time zone,
  resolved_by integer not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint document_comments_pkey PRIMARY KEY (id),
  constraint document_comments_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.files(id) ON DELETE CASCADE,
  constraint document_comments_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES public.document_comments(id) ON DELETE CASCADE
);
CREATE INDEX document_comments_of ON public.document_comments USING btree (file_id, id);
CREATE INDEX document_comments_thread ON public.document_comments USING btree (thread_id) WHERE (thread_id IS NOT NULL);

create table public.document_updates (
  file_id integer not null,
  seq bigint not null,
  update bytea not null,
  userid integer not null,
  created_at timestamp with time zone not null default now(),
  constraint document_updates_pkey PRIMARY KEY (file_id, seq),
  constraint document_updates_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.documents(file_id) ON DELETE CASCADE
);

create table public.documents (
  file_id integer not null,
  generation text not null,
  format text not null,
  state bytea not null,
  state_seq bigint not null default 0,
  version_id integer not null default 0,
  seq bigint not null default 0,
  bytes bigint not null default 0,
  changed_at timestamp with time zone not null default now(),
  constraint documents_pkey PRIMARY KEY (file_id),
  constraint documents_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.files(id) ON DELETE CASCADE
);
CREATE INDEX documents_due ON public.documents USING btree (changed_at) WHERE (seq > state_seq);

create table public.drafts (
  userid integer not null,
  key text not null,
  content text not null,
  quote_type text not null,
  quote_id integer not null,
  written_at timestamp with time zone not null,
  constraint drafts_pkey PRIMARY KEY (userid, key),
  constraint drafts_quote_type_check CHECK ((quote_type = ANY (ARRAY[''::text, 'reply'::text, 'update'::text]))),
  constraint drafts_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX drafts_emptied ON public.drafts USING btree (written_at) WHERE ((content = ''::text) AND (quote_type = ''::text));

create table public.email_codes (
  id integer not null generated always as identity,
  userid integer not null,
  type integer not null,
  email text not null,
  code_hash text not null,
  tries integer not null default 0,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint email_codes_pkey PRIMARY KEY (id),
  constraint email_codes_type_check CHECK ((type = ANY (ARRAY[1, 2, 3]))),
  constraint email_codes_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX email_codes_hash ON public.email_codes USING btree (code_hash);
CREATE INDEX email_codes_user ON public.email_codes USING btree (userid, type, created_at DESC);

create table public.events (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  xid xid8 not null default pg_current_xact_id(),
  type text not null,
  action text not null,
  aud text not null,
  ref integer not null default 0,
  users integer[],
  data jsonb not null,
  variants jsonb
) partition by RANGE (at);
CREATE INDEX events_id ON ONLY public.events USING btree (id);
CREATE INDEX events_xid ON ONLY public.events USING btree (xid);

create table public.exports (
  id integer not null generated always as identity,
  userid integer not null,
  kind text not null,
  project_id integer not null,
  dialog_id integer not null default 0,
  asked jsonb not null,
  lang text not null,
  status text not null default 'waiting'::text,
  total integer not null default 0,
  done integer not null default 0,
  error text not null default ''::text,
  name text not null default ''::text,
  size bigint not null default 0,
  token text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  expired_at timestamp with time zone,
  constraint exports_pkey PRIMARY KEY (id),
  constraint exports_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'failed'::text, 'done'::text])))
);
CREATE INDEX exports_expired ON public.exports USING btree (expired_at) WHERE (expired_at IS NOT NULL);
CREATE INDEX exports_of ON public.exports USING btree (userid, id);
CREATE UNIQUE INDEX exports_token ON public.exports USING btree (token) WHERE (token <> ''::text);

create table public.favorites (
  userid integer not null,
  type text not null,
  ref integer not null,
  remark text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  constraint favorites_pkey PRIMARY KEY (userid, type, ref),
  constraint favorites_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX favorites_newest ON public.favorites USING btree (userid, type, created_at DESC);

create table public.file_contents (
  id integer not null generated always as identity,
  fid integer not null,
  stored_id integer,
  ext text not null,
  size bigint not null default 0,
  userid integer not null,
  authors integer[] not null default '{}'::integer[],
  is_live boolean not null default false,
  base_id integer not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint file_contents_pkey PRIMARY KEY (id),
  constraint file_contents_fid_fkey FOREIGN KEY (fid) REFERENCES public.files(id) ON DELETE CASCADE,
  constraint file_contents_stored_id_fkey FOREIGN KEY (stored_id) REFERENCES public.stored_files(id)
);
CREATE INDEX file_contents_of ON public.file_contents USING btree (fid, id DESC);
CREATE INDEX file_contents_stored ON public.file_contents USING btree (stored_id);

create table public.file_links (
  id integer not null generated always as identity,
  file_id integer not null,
  userid integer not null,
  audience text not null,
  code text not null,
  num integer not null default 0,
  password text,
  open_limit integer not null default 0,
  opens integer not null default 0,
  expired_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint file_links_pkey PRIMARY KEY (id),
  constraint file_links_code_key UNIQUE (code),
  constraint file_links_file_id_userid_audience_key UNIQUE (file_id, userid, audience),
  constraint file_links_audience_check CHECK ((audience = ANY (ARRAY['anyone'::text, 'members'::text]))),
  constraint file_links_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.files(id) ON DELETE CASCADE
);

create table public.file_packs (
  id integer not null generated always as identity,
  userid integer not null,
  name text not null,
  ids integer[] not null,
  lang text not null,
  status text not null default 'waiting'::text,
  size bigint not null default 0,
  token text not null,
  created_at timestamp with time zone not null default now(),
  expired_at timestamp with time zone,
  constraint file_packs_pkey PRIMARY KEY (id),
  constraint file_packs_token_key UNIQUE (token),
  constraint file_packs_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'failed'::text, 'done'::text])))
);
CREATE INDEX file_packs_expired ON public.file_packs USING btree (expired_at) WHERE (expired_at IS NOT NULL);
CREATE INDEX file_packs_of ON public.file_packs USING btree (userid) WHERE (status = ANY (ARRAY['waiting'::text, 'running'::text]));

create table public.file_shares (
  file_id integer not null,
  userid integer not null,
  permission integer not null,
  created_at timestamp with time zone not null default now(),
  constraint file_shares_pkey PRIMARY KEY (file_id, userid),
  constraint file_shares_permission_check CHECK ((permission = ANY (ARRAY[0, 1]))),
  constraint file_shares_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.files(id) ON DELETE CASCADE
);
CREATE INDEX file_shares_of ON public.file_shares USING btree (userid);

create table public.file_texts (
  stored_id integer not null,
  read_at timestamp with time zone,
  attempts integer not null default 0,
  tried_at timestamp with time zone,
  text text not null default ''::text,
  terms tsvector not null default ''::tsvector,
  constraint file_texts_pkey PRIMARY KEY (stored_id),
  constraint file_texts_stored_id_fkey FOREIGN KEY (stored_id) REFERENCES public.stored_files(id) ON DELETE CASCADE
);
CREATE INDEX file_texts_wanted ON public.file_texts USING btree (stored_id) WHERE (read_at IS NULL);

create table public.files (
  id integer not null generated always as identity,
  pid integer not null default 0,
  pids integer[] not null default '{}'::integer[],
  cid integer not null default 0,
  name text not null,
  ext text not null default ''::text,
  type text not null,
  userid integer not null,
  created_id integer not null,
  pshare integer not null default 0,
  stored_id integer,
  size bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  deleted_by integer,
  deleted_root integer,
  constraint files_pkey PRIMARY KEY (id),
  constraint files_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint files_stored_id_fkey FOREIGN KEY (stored_id) REFERENCES public.stored_files(id)
);
CREATE INDEX files_at_top ON public.files USING btree (userid) WHERE ((deleted_at IS NULL) AND (pid = 0));
CREATE INDEX files_below ON public.files USING gin (pids);
CREATE INDEX files_bin ON public.files USING btree (userid, deleted_at DESC) WHERE (deleted_root = id);
CREATE INDEX files_deleted ON public.files USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX files_deleted_root ON public.files USING btree (deleted_root) WHERE (deleted_root IS NOT NULL);
CREATE INDEX files_in_folder ON public.files USING btree (pid) WHERE ((deleted_at IS NULL) AND (pid > 0));
CREATE INDEX files_shared ON public.files USING btree (pshare) WHERE (pshare > 0);
CREATE INDEX files_stored ON public.files USING btree (stored_id);
CREATE TRIGGER file_text_inserted AFTER INSERT ON public.files FOR EACH ROW EXECUTE FUNCTION public.file_text_wanted();
CREATE TRIGGER file_text_updated AFTER UPDATE OF stored_id ON public.files FOR EACH ROW WHEN ((new.stored_id IS DISTINCT FROM old.stored_id)) EXECUTE FUNCTION public.file_text_wanted();

create table public.imports (
  id integer not null generated always as identity,
  userid integer not null,
  kind text not null,
  name text not null,
  size bigint not null,
  file text not null,
  status text not null default 'ready'::text,
  report jsonb not null,
  total integer not null default 0,
  done integer not null default 0,
  error text not null default ''::text,
  result jsonb,
  people jsonb not null default '[]'::jsonb,
  choices jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_kind_check CHECK ((kind = ANY (ARRAY['trello'::text, 'slack'::text]))),
  constraint imports_status_check CHECK ((status = ANY (ARRAY['ready'::text, 'running'::text, 'stopped'::text, 'failed'::text, 'done'::text])))
);
CREATE UNIQUE INDEX imports_running ON public.imports USING btree ((true)) WHERE (status = 'running'::text);

create table public.inbox_items (
  id integer not null generated always as identity,
  userid integer not null,
  kind text not null,
  subject text not null,
  ref integer not null,
  msg_id integer not null default 0,
  by_userid integer not null default 0,
  at timestamp with time zone not null default now(),
  seen_at timestamp with time zone,
  done_at timestamp with time zone,
  snooze_until timestamp with time zone,
  woken_at timestamp with time zone,
  constraint inbox_items_pkey PRIMARY KEY (id),
  constraint inbox_items_userid_subject_ref_key UNIQUE (userid, subject, ref),
  constraint inbox_items_kind_check CHECK ((kind = ANY (ARRAY['mention'::text, 'reply'::text, 'assigned'::text, 'handover'::text, 'due'::text, 'approval'::text]))),
  constraint inbox_items_subject_check CHECK ((subject = ANY (ARRAY['message'::text, 'task'::text, 'due'::text, 'approval'::text]))),
  constraint inbox_items_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX inbox_items_done ON public.inbox_items USING btree (userid, done_at DESC, id DESC) WHERE (done_at IS NOT NULL);
CREATE INDEX inbox_items_old ON public.inbox_items USING btree (done_at) WHERE (done_at IS NOT NULL);
CREATE INDEX inbox_items_open ON public.inbox_items USING btree (userid, at DESC, id DESC) WHERE ((done_at IS NULL) AND (snooze_until IS NULL));
CREATE INDEX inbox_items_ref ON public.inbox_items USING btree (subject, ref) WHERE (done_at IS NULL);
CREATE INDEX inbox_items_snoozed ON public.inbox_items USING btree (snooze_until) WHERE (snooze_until IS NOT NULL);

create table public.invitations (
  id integer not null generated always as identity,
  token_hash text not null,
  email text not null default ''::text,
  identity text[] not null default '{}'::text[],
  department integer[] not null default '{}'::integer[],
  project_ids integer[] not null default '{}'::integer[],
  made_by integer not null,
  lang text not null default 'en'::text,
  max_uses integer not null default 1,
  used integer not null default 0,
  mailed_at timestamp with time zone,
  mail_error text not null default ''::text,
  revoked_at timestamp with time zone,
  expired_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX invitations_created ON public.invitations USING btree (created_at DESC);

create table public.log_epochs (
  serial integer not null generated always as identity,
  id uuid not null default gen_random_uuid(),
  started_at timestamp with time zone not null default now(),
  first_event_id bigint not null,
  timeline text,
  constraint log_epochs_pkey PRIMARY KEY (serial),
  constraint log_epochs_id_key UNIQUE (id)
);

create unlogged table public.login_codes (
  code_hash text not null,
  userid integer not null,
  created_at timestamp with time zone not null default now(),
  constraint login_codes_pkey PRIMARY KEY (code_hash),
  constraint login_codes_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);

create table public.lost_ids (
  userid integer not null,
  type text not null,
  ref integer not null,
  at timestamp with time zone not null default now(),
  constraint lost_ids_pkey PRIMARY KEY (userid, type, ref),
  constraint lost_ids_type_check CHECK ((type = ANY (ARRAY['project'::text, 'projectTask'::text, 'dialog'::text])))
);
CREATE INDEX lost_ids_at ON public.lost_ids USING btree (userid, type, at DESC);

create table public.meeting_codes (
  code_hash text not null,
  meeting_id integer not null,
  email text,
  expired_at timestamp with time zone not null,
  constraint meeting_codes_pkey PRIMARY KEY (code_hash),
  constraint meeting_codes_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES public.meetings(id) ON DELETE CASCADE
);
CREATE INDEX meeting_codes_expired ON public.meeting_codes USING btree (expired_at);

create table public.meeting_guests (
  uid integer not null,
  meeting_id integer not null,
  nickname text not null,
  code_hash text,
  is_removed boolean not null default false,
  expired_at timestamp with time zone not null,
  constraint meeting_guests_pkey PRIMARY KEY (uid),
  constraint meeting_guests_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES public.meetings(id) ON DELETE CASCADE
);
CREATE INDEX meeting_guests_expired ON public.meeting_guests USING btree (expired_at);

create table public.meeting_lines (
  id integer not null generated always as identity,
  meeting_id integer not null,
  uid bigint not null,
  userid integer,
  nickname text not null,
  text text not null,
  created_at timestamp with time zone not null default now(),
  constraint meeting_lines_pkey PRIMARY KEY (id),
  constraint meeting_lines_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES public.meetings(id) ON DELETE CASCADE,
  constraint meeting_lines_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX meeting_lines_meeting ON public.meeting_lines USING btree (meeting_id, id);
CREATE INDEX meeting_lines_userid ON public.meeting_lines USING btree (userid);

create table public.meeting_members (
  meeting_id integer not null,
  userid integer not null,
  role text not null,
  constraint meeting_members_pkey PRIMARY KEY (meeting_id, userid),
  constraint meeting_members_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES public.meetings(id) ON DELETE CASCADE,
  constraint meeting_members_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX meeting_members_userid ON public.meeting_members USING btree (userid);

create table public.meeting_plan_dates (
  plan_id integer not null,
  at timestamp with time zone not null,
  start_at timestamp with time zone,
  minutes integer not null,
  constraint meeting_plan_dates_pkey PRIMARY KEY (plan_id, at),
  constraint meeting_plan_dates_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES public.meeting_plans(id) ON DELETE CASCADE
);

create table public.meeting_plan_guests (
  plan_id integer not null,
  email text not null,
  constraint meeting_plan_guests_pkey PRIMARY KEY (plan_id, email),
  constraint meeting_plan_guests_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES public.meeting_plans(id) ON DELETE CASCADE
);

create table public.meeting_plan_people (
  plan_id integer not null,
  userid integer not null,
  constraint meeting_plan_people_pkey PRIMARY KEY (plan_id, userid),
  constraint meeting_plan_people_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES public.meeting_plans(id) ON DELETE CASCADE,
  constraint meeting_plan_people_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX meeting_plan_people_userid ON public.meeting_plan_people USING btree (userid);

create table public.meeting_plans (
  id integer not null generated always as identity,
  meeting_id integer not null,
  start_at timestamp with time zone not null,
  minutes integer not null,
  repeat text not null default 'never'::text,
  timezone text not null default ''::text,
  until_at timestamp with time zone,
  sequence integer not null default 0,
  reminded_at timestamp with time zone,
  next_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint meeting_plans_pkey PRIMARY KEY (id),
  constraint meeting_plans_meeting_id_key UNIQUE (meeting_id),
  constraint meeting_plans_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES public.meetings(id) ON DELETE CASCADE
);
CREATE INDEX meeting_plans_next ON public.meeting_plans USING btree (next_at) WHERE (next_at IS NOT NULL);

create table public.meeting_rooms (
  dialog_id integer not null,
  meeting_id integer not null,
  constraint meeting_rooms_pkey PRIMARY KEY (dialog_id),
  constraint meeting_rooms_meeting_id_key UNIQUE (meeting_id),
  constraint meeting_rooms_dialog_id_fkey FOREIGN KEY (dialog_id) REFERENCES public.dialogs(id) ON DELETE CASCADE,
  constraint meeting_rooms_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES public.meetings(id) ON DELETE CASCADE
);

create table public.meetings (
  id integer not null generated always as identity,
  meetingid text not null,
  name text not null,
  channel text not null,
  userid integer not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  end_at timestamp with time zone,
  is_locked boolean not null default false,
  has_lobby boolean not null default true,
  spotlight bigint not null default 0,
  dialog_id integer,
  is_lasting boolean not null default false,
  constraint meetings_pkey PRIMARY KEY (id),
  constraint meetings_channel_key UNIQUE (channel),
  constraint meetings_meetingid_key UNIQUE (meetingid),
  constraint meetings_dialog_id_fkey FOREIGN KEY (dialog_id) REFERENCES public.dialogs(id) ON DELETE SET NULL,
  constraint meetings_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX meetings_dialog ON public.meetings USING btree (dialog_id) WHERE (dialog_id IS NOT NULL);
CREATE INDEX meetings_open ON public.meetings USING btree (updated_at) WHERE (end_at IS NULL);

create table public.message_files (
  msg_id integer not null,
  file_id integer not null,
  dialog_id integer not null,
  constraint message_files_pkey PRIMARY KEY (msg_id, file_id),
  constraint message_files_dialog_id_fkey FOREIGN KEY (dialog_id) REFERENCES public.dialogs(id) ON DELETE CASCADE,
  constraint message_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.stored_files(id),
  constraint message_files_msg_id_fkey FOREIGN KEY (msg_id) REFERENCES public.messages(id) ON DELETE CASCADE
);
CREATE INDEX message_files_file ON public.message_files USING btree (file_id, dialog_id);

create table public.message_mentions (
  dialog_id integer not null,
  userid integer not null,
  seq integer not null,
  msg_id integer not null,
  constraint message_mentions_pkey PRIMARY KEY (dialog_id, userid, seq)
);

create table public.message_played (
  msg_id integer not null,
  userid integer not null,
  constraint message_played_pkey PRIMARY KEY (msg_id, userid),
  constraint message_played_msg_id_fkey FOREIGN KEY (msg_id) REFERENCES public.messages(id) ON DELETE CASCADE
);

create table public.message_texts (
  msg_id integer not null,
  type text not null,
  content text not null,
  constraint message_texts_pkey PRIMARY KEY (msg_id),
  constraint message_texts_msg_id_fkey FOREIGN KEY (msg_id) REFERENCES public.messages(id) ON DELETE CASCADE
);

create table public.message_todos (
  id integer not null generated always as identity,
  dialog_id integer not null,
  msg_id integer not null,
  userid integer not null,
  done_at timestamp with time zone,
  remind_at timestamp with time zone,
  reminded_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint message_todos_pkey PRIMARY KEY (id),
  constraint message_todos_msg_id_userid_key UNIQUE (msg_id, userid),
  constraint message_todos_dialog_id_fkey FOREIGN KEY (dialog_id) REFERENCES public.dialogs(id) ON DELETE CASCADE,
  constraint message_todos_msg_id_fkey FOREIGN KEY (msg_id) REFERENCES public.messages(id) ON DELETE CASCADE
);
CREATE INDEX message_todos_due ON public.message_todos USING btree (remind_at) WHERE ((remind_at IS NOT NULL) AND (reminded_at IS NULL) AND (done_at IS NULL));
CREATE INDEX message_todos_open ON public.message_todos USING btree (userid, dialog_id) WHERE (done_at IS NULL);

create table public.message_transcripts (
  msg_id integer not null,
  text text not null,
  userids integer[] not null,
  constraint message_transcripts_pkey PRIMARY KEY (msg_id),
  constraint message_transcripts_msg_id_fkey FOREIGN KEY (msg_id) REFERENCES public.messages(id) ON DELETE CASCADE
);

create table public.message_translations (
  msg_id integer not null,
  language text not null,
  source text not null,
  content text not null,
  constraint message_translations_pkey PRIMARY KEY (msg_id, language),
  constraint message_translations_msg_id_fkey FOREIGN KEY (msg_id) REFERENCES public.messages(id) ON DELETE CASCADE
);

create table public.messages (
  id integer not null generated always as identity,
  dialog_id integer not null,
  seq integer not null,
  userid integer not null,
  type text not null,
  mtype text not null,
  msg jsonb not null,
  emoji jsonb not null default '[]'::jsonb,
  search_key text not null default ''::text,
  send integer not null default 0,
  link integer not null default 0,
  modify integer not null default 0,
  bot integer not null default 0,
  silence integer not null default 0,
  reply_id integer not null default 0,
  reply_num integer not null default 0,
  forward_id integer not null default 0,
  forward_num integer not null default 0,
  tag integer not null default 0,
  todo integer not null default 0,
  session_id integer not null default 0,
  mentions integer[] not null default '{}'::integer[],
  mutation_id text,
  import_key text,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default now(),
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_dialog_id_seq_key UNIQUE (dialog_id, seq),
  constraint messages_dialog_id_fkey FOREIGN KEY (dialog_id) REFERENCES public.dialogs(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX messages_import_key ON public.messages USING btree (import_key) WHERE (import_key IS NOT NULL);
CREATE INDEX messages_kind ON public.messages USING btree (dialog_id, mtype, id) WHERE ((deleted_at IS NULL) AND (mtype <> 'text'::text));
CREATE INDEX messages_link ON public.messages USING btree (dialog_id, id) WHERE ((link = 1) AND (deleted_at IS NULL));
CREATE INDEX messages_meeting ON public.messages USING btree (((msg ->> 'meetingid'::text))) WHERE (type = 'meeting'::text);
CREATE UNIQUE INDEX messages_mutation ON public.messages USING btree (userid, mutation_id) WHERE (mutation_id IS NOT NULL);
CREATE INDEX messages_page ON public.messages USING btree (dialog_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX messages_reply ON public.messages USING btree (reply_id, id) WHERE ((reply_id > 0) AND (deleted_at IS NULL));
CREATE INDEX messages_tag ON public.messages USING btree (dialog_id, id) WHERE ((tag > 0) AND (deleted_at IS NULL));
CREATE INDEX messages_todo ON public.messages USING btree (dialog_id, id) WHERE ((todo > 0) AND (deleted_at IS NULL));
CREATE INDEX messages_uuid ON public.messages USING btree (((msg ->> 'uuid'::text)), id) WHERE ((type = ANY (ARRAY['vote'::text, 'word-chain'::text])) AND (deleted_at IS NULL));

create table public.meta (
  name text not null,
  value text not null,
  constraint meta_pkey PRIMARY KEY (name)
);

create table public.micro_app_badges (
  app_id text not null,
  menu_key text not null,
  userid integer not null,
  count integer not null,
  dot boolean not null,
  updated_at timestamp with time zone not null default now(),
  constraint micro_app_badges_pkey PRIMARY KEY (userid, app_id, menu_key),
  constraint micro_app_badges_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.micro_apps(id) ON DELETE CASCADE,
  constraint micro_app_badges_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX micro_app_badges_app ON public.micro_app_badges USING btree (app_id);

create table public.micro_app_bundles (
  key text not null,
  app_id text not null,
  version text not null,
  source text not null,
  manifest jsonb not null,
  manifest_url text not null default ''::text,
  created_by integer not null,
  created_at timestamp with time zone not null default now(),
  constraint micro_app_bundles_pkey PRIMARY KEY (key),
  constraint micro_app_bundles_source_check CHECK ((source = ANY (ARRAY['bundled'::text, 'zip'::text, 'url'::text])))
);
CREATE INDEX micro_app_bundles_app ON public.micro_app_bundles USING btree (app_id);

create table public.micro_app_data (
  app_id text not null,
  space text not null,
  owner_id integer not null,
  key text collate "C" not null,
  value text not null,
  version integer not null default 1,
  userid integer not null,
  updated_at timestamp with time zone not null default now(),
  constraint micro_app_data_pkey PRIMARY KEY (app_id, space, key, owner_id),
  constraint micro_app_data_space_check CHECK ((space = ANY (ARRAY['workspace'::text, 'person'::text, 'published'::text]))),
  constraint micro_app_data_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.micro_apps(id) ON DELETE CASCADE
);
CREATE INDEX micro_app_data_person ON public.micro_app_data USING btree (userid);

create table public.micro_app_files (
  id integer not null generated always as identity,
  bundle_key text not null,
  path text not null,
  place text not null,
  type text not null,
  size integer not null,
  hash text not null,
  constraint micro_app_files_pkey PRIMARY KEY (id),
  constraint micro_app_files_bundle_key_path_key UNIQUE (bundle_key, path),
  constraint micro_app_files_bundle_key_fkey FOREIGN KEY (bundle_key) REFERENCES public.micro_app_bundles(key) ON DELETE CASCADE
);

create table public.micro_app_sorts (
  userid integer not null,
  sorts jsonb not null,
  constraint micro_app_sorts_pkey PRIMARY KEY (userid),
  constraint micro_app_sorts_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);

create table public.micro_apps (
  id text not null,
  source text not null,
  name text not null,
  version text not null,
  manifest jsonb not null,
  manifest_url text not null default ''::text,
  scopes text[] not null default '{}'::text[],
  visible_to text[] not null default '{admin}'::text[],
  enabled boolean not null default true,
  key text not null,
  secret_hash text not null default ''::text,
  data_count integer not null default 0,
  data_bytes bigint not null default 0,
  "position" integer not null default 0,
  installed_by integer,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint micro_apps_pkey PRIMARY KEY (id),
  constraint micro_apps_key_key UNIQUE (key),
  constraint micro_apps_id_check CHECK ((id ~ '^[a-z0-9][a-z0-9-]{0,38}[a-z0-9]$'::text)),
  constraint micro_apps_source_check CHECK ((source = ANY (ARRAY['custom'::text, 'bundled'::text, 'zip'::text, 'url'::text]))),
  constraint micro_apps_installed_by_fkey FOREIGN KEY (installed_by) REFERENCES public.users(userid) ON DELETE SET NULL
);

create table public.mutations (
  userid integer not null,
  mutation_id text not null,
  path text not null,
  answer jsonb not null,
  at timestamp with time zone not null default now(),
  constraint mutations_pkey PRIMARY KEY (userid, mutation_id)
);
CREATE INDEX mutations_at ON public.mutations USING btree (at);

create table public.oauth_clients (
  id text not null,
  name text not null,
  uri text not null default ''::text,
  redirect_uris text[] not null,
  secret_hash text,
  auth_method text not null default 'none'::text,
  created_ip text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint oauth_clients_pkey PRIMARY KEY (id)
);
CREATE INDEX oauth_clients_created ON public.oauth_clients USING btree (created_at);

create table public.oauth_codes (
  code_hash text not null,
  client_id text not null,
  userid integer not null,
  scopes text[] not null,
  resource text not null default ''::text,
  redirect_uri text not null,
  challenge text not null,
  used_at timestamp with time zone,
  grant_id integer,
  created_at timestamp with time zone not null default now(),
  constraint oauth_codes_pkey PRIMARY KEY (code_hash),
  constraint oauth_codes_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.oauth_clients(id) ON DELETE CASCADE,
  constraint oauth_codes_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES public.oauth_grants(id) ON DELETE SET NULL,
  constraint oauth_codes_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX oauth_codes_client ON public.oauth_codes USING btree (client_id);
CREATE INDEX oauth_codes_grant ON public.oauth_codes USING btree (grant_id);
CREATE INDEX oauth_codes_person ON public.oauth_codes USING btree (userid);

create table public.oauth_grants (
  id integer not null generated always as identity,
  client_id text not null,
  userid integer not null,
  scopes text[] not null,
  resource text not null default ''::text,
  redirect_host text not null default ''::text,
  refreshed_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  constraint oauth_grants_pkey PRIMARY KEY (id),
  constraint oauth_grants_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.oauth_clients(id) ON DELETE CASCADE,
  constraint oauth_grants_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX oauth_grants_client ON public.oauth_grants USING btree (client_id);
CREATE INDEX oauth_grants_person ON public.oauth_grants USING btree (userid);

create table public.oauth_refresh_tokens (
  token_hash text not null,
  grant_id integer not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint oauth_refresh_tokens_pkey PRIMARY KEY (token_hash),
  constraint oauth_refresh_tokens_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES public.oauth_grants(id) ON DELETE CASCADE
);
CREATE INDEX oauth_refresh_tokens_grant ON public.oauth_refresh_tokens USING btree (grant_id);

create table public.office_locks (
  file_id integer not null,
  lock text not null,
  expires_at timestamp with time zone not null,
  constraint office_locks_pkey PRIMARY KEY (file_id),
  constraint office_locks_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.files(id) ON DELETE CASCADE
);

create table public.passkeys (
  id integer not null generated always as identity,
  userid integer not null,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}'::text[],
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX passkeys_user ON public.passkeys USING btree (userid);

create table public.password_resets (
  id integer not null generated always as identity,
  userid integer not null,
  token_hash text not null,
  made_by integer not null default 0,
  used_at timestamp with time zone,
  expired_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint password_resets_pkey PRIMARY KEY (id),
  constraint password_resets_token_hash_key UNIQUE (token_hash),
  constraint password_resets_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX password_resets_user ON public.password_resets USING btree (userid);

create table public.program_replies (
  secret_hash text not null,
  bot_id integer not null,
  userid integer not null,
  dialog_id integer not null,
  msg_id integer,
  uses_left integer not null,
  expires_at timestamp with time zone not null,
  constraint program_replies_pkey PRIMARY KEY (secret_hash),
  constraint program_replies_bot_id_fkey FOREIGN KEY (bot_id) REFERENCES public.users(userid) ON DELETE CASCADE,
  constraint program_replies_dialog_id_fkey FOREIGN KEY (dialog_id) REFERENCES public.dialogs(id) ON DELETE CASCADE,
  constraint program_replies_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX program_replies_expiry ON public.program_replies USING btree (expires_at);

create table public.project_columns (
  id integer not null generated always as identity,
  project_id integer not null,
  name text not null,
  color text not null default ''::text,
  sort integer not null default 0,
  deleted_at timestamp with time zone,
  import_key text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint project_columns_pkey PRIMARY KEY (id),
  constraint project_columns_import_key_key UNIQUE (import_key),
  constraint project_columns_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE
);
CREATE INDEX project_columns_project ON public.project_columns USING btree (project_id, sort, id);

create table public.project_filters (
  userid integer not null,
  project_id integer not null,
  list jsonb not null,
  updated_at timestamp with time zone not null default now(),
  constraint project_filters_pkey PRIMARY KEY (userid, project_id),
  constraint project_filters_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE,
  constraint project_filters_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX project_filters_project ON public.project_filters USING btree (project_id);

create table public.project_flow_items (
  id integer not null generated always as identity,
  project_id integer not null,
  flow_id integer not null,
  name text not null,
  status text not null,
  color text not null default ''::text,
  turns integer[] not null default '{}'::integer[],
  userids integer[] not null default '{}'::integer[],
  usertype text not null default 'add'::text,
  userlimit integer not null default 0,
  columnid integer not null default 0,
  sort integer not null default 0,
  constraint project_flow_items_pkey PRIMARY KEY (id),
  constraint project_flow_items_name_check CHECK ((((char_length(name) >= 1) AND (char_length(name) <= 50)) AND (name !~~ '%|%'::text))),
  constraint project_flow_items_status_check CHECK ((status = ANY (ARRAY['start'::text, 'progress'::text, 'test'::text, 'end'::text]))),
  constraint project_flow_items_usertype_check CHECK ((usertype = ANY (ARRAY['add'::text, 'replace'::text, 'merge'::text]))),
  constraint project_flow_items_flow_id_fkey FOREIGN KEY (flow_id) REFERENCES public.project_flows(id) ON DELETE CASCADE,
  constraint project_flow_items_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE
);
CREATE INDEX project_flow_items_project ON public.project_flow_items USING btree (project_id, sort, id);

create table public.project_flows (
  id integer not null generated always as identity,
  project_id integer not null,
  name text not null default 'Default'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint project_flows_pkey PRIMARY KEY (id),
  constraint project_flows_project_id_key UNIQUE (project_id),
  constraint project_flows_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE
);

create table public.project_logs (
  id bigint not null generated always as identity,
  project_id integer not null,
  column_id integer not null default 0,
  task_id integer not null default 0,
  task_only boolean not null default false,
  userid integer not null,
  detail text not null,
  record jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  constraint project_logs_pkey PRIMARY KEY (id)
);
CREATE INDEX project_logs_project ON public.project_logs USING btree (project_id, id DESC);
CREATE INDEX project_logs_task ON public.project_logs USING btree (task_id, id DESC) WHERE (task_id > 0);

create table public.project_tags (
  id integer not null generated always as identity,
  project_id integer not null,
  name text not null,
  "desc" text not null default ''::text,
  color text not null,
  userid integer not null,
  sort integer not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint project_tags_pkey PRIMARY KEY (id),
  constraint project_tags_project_id_name_key UNIQUE (project_id, name),
  constraint project_tags_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 50))),
  constraint project_tags_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE
);

create table public.project_users (
  id integer not null generated always as identity,
  project_id integer not null,
  userid integer not null,
  owner integer not null default 0,
  top_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint project_users_pkey PRIMARY KEY (id),
  constraint project_users_project_id_userid_key UNIQUE (project_id, userid),
  constraint project_users_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE
);
CREATE INDEX project_users_user ON public.project_users USING btree (userid, project_id);

create table public.projects (
  id integer not null generated always as identity,
  name text not null,
  "desc" text not null default ''::text,
  userid integer not null,
  owner_userid integer not null,
  personal integer not null default 0,
  archive_method text not null default 'system'::text,
  archive_days integer not null default 30,
  unclaimed_on date,
  dialog_id integer not null default 0,
  permissions jsonb not null default '{}'::jsonb,
  task_template_share text not null default 'open'::text,
  department_owner_view text not null default 'open'::text,
  invite_code text not null default ''::text,
  invite_num integer not null default 0,
  member_version integer not null default 1,
  archived_at timestamp with time zone,
  archived_userid integer not null default 0,
  deleted_at timestamp with time zone,
  import_key text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint projects_pkey PRIMARY KEY (id),
  constraint projects_import_key_key UNIQUE (import_key),
  constraint projects_department_owner_view_check CHECK ((department_owner_view = ANY (ARRAY['open'::text, 'close'::text]))),
  constraint projects_task_template_share_check CHECK ((task_template_share = ANY (ARRAY['open'::text, 'close'::text])))
);
CREATE UNIQUE INDEX projects_invite ON public.projects USING btree (invite_code) WHERE (invite_code <> ''::text);

create table public.push_subscriptions (
  id integer not null generated always as identity,
  userid integer not null,
  device_id integer not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  silent integer not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_device_id_key UNIQUE (device_id),
  constraint push_subscriptions_endpoint_key UNIQUE (endpoint),
  constraint push_subscriptions_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.devices(id) ON DELETE CASCADE,
  constraint push_subscriptions_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX push_subscriptions_user ON public.push_subscriptions USING btree (userid);

create table public.quiet_hours (
  userid integer not null,
  quiet_from text not null,
  quiet_to text not null,
  timezone text not null,
  quiet_days integer[] not null default '{1,2,3,4,5,6,7}'::integer[],
  constraint quiet_hours_pkey PRIMARY KEY (userid),
  constraint quiet_hours_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);

create table public.recents (
  id integer not null generated always as identity,
  userid integer not null,
  type text not null,
  target_id integer not null,
  source_id integer not null default 0,
  browsed_at timestamp with time zone not null default now(),
  constraint recents_pkey PRIMARY KEY (id),
  constraint recents_userid_type_target_id_source_id_key UNIQUE (userid, type, target_id, source_id),
  constraint recents_type_check CHECK ((type = ANY (ARRAY['task'::text, 'file'::text, 'task_file'::text, 'message_file'::text]))),
  constraint recents_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX recents_newest ON public.recents USING btree (userid, type, browsed_at DESC);
CREATE INDEX recents_of_file ON public.recents USING btree (target_id, browsed_at DESC) WHERE (type = 'file'::text);

create table public.recovery_codes (
  id integer not null generated always as identity,
  userid integer not null,
  code_hash text not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint recovery_codes_pkey PRIMARY KEY (id),
  constraint recovery_codes_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX recovery_codes_user ON public.recovery_codes USING btree (userid);

create table public.reminders (
  id integer not null generated always as identity,
  userid integer not null,
  text text not null,
  at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint reminders_pkey PRIMARY KEY (id),
  constraint reminders_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX reminders_due ON public.reminders USING btree (at);
CREATE INDEX reminders_own ON public.reminders USING btree (userid, at);

create table public.report_analyses (
  id integer not null generated always as identity,
  report_id integer not null,
  userid integer not null,
  text text not null,
  model text not null default ''::text,
  focus text not null default ''::text,
  updated_at timestamp with time zone not null default now(),
  constraint report_analyses_pkey PRIMARY KEY (id),
  constraint report_analyses_report_id_userid_key UNIQUE (report_id, userid),
  constraint report_analyses_report_id_fkey FOREIGN KEY (report_id) REFERENCES public.reports(id) ON DELETE CASCADE,
  constraint report_analyses_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid)
);
CREATE INDEX report_analyses_person ON public.report_analyses USING btree (userid);

create table public.report_links (
  code text not null,
  report_id integer not null,
  userid integer not null,
  num integer not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint report_links_pkey PRIMARY KEY (code),
  constraint report_links_report_id_userid_key UNIQUE (report_id, userid),
  constraint report_links_report_id_fkey FOREIGN KEY (report_id) REFERENCES public.reports(id) ON DELETE CASCADE,
  constraint report_links_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid)
);

create table public.report_receivers (
  report_id integer not null,
  userid integer not null,
  receive_at timestamp with time zone not null default now(),
  read_at timestamp with time zone,
  constraint report_receivers_pkey PRIMARY KEY (report_id, userid),
  constraint report_receivers_report_id_fkey FOREIGN KEY (report_id) REFERENCES public.reports(id) ON DELETE CASCADE,
  constraint report_receivers_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid)
);
CREATE INDEX report_receivers_newest ON public.report_receivers USING btree (userid, report_id DESC);
CREATE INDEX report_receivers_unread ON public.report_receivers USING btree (userid) WHERE (read_at IS NULL);

create table public.reports (
  id integer not null generated always as identity,
  userid integer not null,
  type text not null,
  sign text not null,
  title text not null,
  content text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_userid_type_sign_key UNIQUE (userid, type, sign),
  constraint reports_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200))),
  constraint reports_type_check CHECK ((type = ANY (ARRAY['daily'::text, 'weekly'::text]))),
  constraint reports_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid)
);
CREATE INDEX reports_newest ON public.reports USING btree (userid, id DESC);

create table public.sample_items (
  set_id integer not null,
  kind text not null,
  item_id integer not null,
  name text not null,
  constraint sample_items_pkey PRIMARY KEY (set_id, kind, item_id),
  constraint sample_items_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'project'::text, 'dialog'::text, 'file'::text, 'plan'::text]))),
  constraint sample_items_set_id_fkey FOREIGN KEY (set_id) REFERENCES public.sample_sets(id) ON DELETE CASCADE
);

create table public.sample_sets (
  id integer not null generated always as identity,
  userid integer not null,
  lang text not null,
  state text not null,
  done integer not null default 0,
  is_failed boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint sample_sets_pkey PRIMARY KEY (id),
  constraint sample_sets_state_check CHECK ((state = ANY (ARRAY['adding'::text, 'there'::text, 'removing'::text]))),
  constraint sample_sets_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX sample_sets_one ON public.sample_sets USING btree ((true));
CREATE INDEX sample_sets_person ON public.sample_sets USING btree (userid);

create table public.schema_migrations (
  id integer not null,
  name text not null,
  at timestamp with time zone not null default now(),
  oldest integer not null default 0,
  constraint schema_migrations_pkey PRIMARY KEY (id)
);

create table public.search (
  kind text not null,
  id integer not null,
  access integer not null,
  at timestamp with time zone not null,
  tsv tsvector not null,
  constraint search_pkey PRIMARY KEY (kind, id, at)
) partition by LIST (kind);
CREATE INDEX search_access ON ONLY public.search USING btree (access, at DESC) WHERE (access > 0);
CREATE INDEX search_words ON ONLY public.search USING gin (tsv) WITH (gin_pending_list_limit='1024');

create table public.search_progress (
  kind text not null,
  next_id integer not null,
  constraint search_progress_pkey PRIMARY KEY (kind)
);

create table public.search_wanted (
  kind text not null,
  id integer not null,
  constraint search_wanted_pkey PRIMARY KEY (kind, id)
);

create table public.settings (
  name text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null default now(),
  constraint settings_pkey PRIMARY KEY (name)
);

create table public.sign_in_places (
  userid integer not null,
  kind text not null,
  place text not null,
  used_at timestamp with time zone not null default now(),
  constraint sign_in_places_pkey PRIMARY KEY (userid, kind, place),
  constraint sign_in_places_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);

create table public.sign_ups (
  id integer not null generated always as identity,
  email text not null,
  password text not null,
  nickname text not null default ''::text,
  invitation_id integer,
  lang text not null,
  ip text not null,
  code_hash text,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint sign_ups_pkey PRIMARY KEY (id),
  constraint sign_ups_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES public.invitations(id) ON DELETE CASCADE
);
CREATE INDEX sign_ups_code ON public.sign_ups USING btree (code_hash);
CREATE INDEX sign_ups_email ON public.sign_ups USING btree (lower(email));
CREATE INDEX sign_ups_invitation ON public.sign_ups USING btree (invitation_id);

create table public.sso_identities (
  provider text not null,
  subject text not null,
  userid integer not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone not null default now(),
  constraint sso_identities_pkey PRIMARY KEY (provider, subject),
  constraint sso_identities_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX sso_identities_user ON public.sso_identities USING btree (userid);

create table public.sticker_sets (
  id integer not null generated always as identity,
  name text not null,
  sort integer not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint sticker_sets_pkey PRIMARY KEY (id),
  constraint sticker_sets_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 50)))
);

create table public.stickers (
  id integer not null generated always as identity,
  set_id integer,
  file_id integer not null,
  name text not null,
  sort integer not null default 0,
  constraint stickers_pkey PRIMARY KEY (id),
  constraint stickers_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 50))),
  constraint stickers_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.stored_files(id),
  constraint stickers_set_id_fkey FOREIGN KEY (set_id) REFERENCES public.sticker_sets(id) ON DELETE SET NULL
);
CREATE INDEX stickers_file ON public.stickers USING btree (file_id);
CREATE INDEX stickers_of_set ON public.stickers USING btree (set_id) WHERE (set_id IS NOT NULL);

create table public.stored_files (
  id integer not null generated always as identity,
  token text not null,
  userid integer not null,
  name text not null,
  ext text not null,
  mime text not null,
  size bigint not null default 0,
  hash text not null default ''::text,
  width integer not null default '-1'::integer,
  height integer not null default '-1'::integer,
  thumb_size integer not null default 0,
  created_at timestamp with time zone not null default now(),
  held_until timestamp with time zone,
  constraint stored_files_pkey PRIMARY KEY (id),
  constraint stored_files_token_key UNIQUE (token)
);
CREATE INDEX stored_files_created ON public.stored_files USING btree (created_at);
CREATE INDEX stored_files_hash ON public.stored_files USING btree (hash) WHERE (hash <> ''::text);
CREATE TRIGGER stored_deleted AFTER DELETE ON public.stored_files REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.stored_deleted();
CREATE TRIGGER stored_inserted AFTER INSERT ON public.stored_files REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.stored_inserted();
CREATE TRIGGER stored_updated AFTER UPDATE ON public.stored_files REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.stored_updated();

create table public.stored_sums (
  userid integer not null,
  bytes bigint not null,
  constraint stored_sums_pkey PRIMARY KEY (userid)
);

create table public.subscription_deliveries (
  id bigint not null generated always as identity,
  subscription_id integer not null,
  event text not null,
  webhook_id text not null,
  payload text not null,
  status integer not null,
  answer text not null,
  attempt integer not null,
  took_ms integer not null,
  created_at timestamp with time zone not null default now(),
  constraint subscription_deliveries_pkey PRIMARY KEY (id),
  constraint subscription_deliveries_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES public.subscriptions(id) ON DELETE CASCADE
);
CREATE INDEX subscription_deliveries_of ON public.subscription_deliveries USING btree (subscription_id, id DESC);

create table public.subscriptions (
  id integer not null generated always as identity,
  userid integer not null,
  name text not null,
  url text not null,
  secret text not null,
  events text[] not null,
  project_id integer,
  dialog_id integer,
  sent integer not null default 0,
  failing_since timestamp with time zone,
  paused_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_dialog_id_fkey FOREIGN KEY (dialog_id) REFERENCES public.dialogs(id) ON DELETE CASCADE,
  constraint subscriptions_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE,
  constraint subscriptions_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX subscriptions_dialog ON public.subscriptions USING btree (dialog_id) WHERE (dialog_id IS NOT NULL);
CREATE INDEX subscriptions_owner ON public.subscriptions USING btree (userid);

create table public.task_alerts (
  task_id integer not null,
  userid integer not null,
  kind text not null,
  end_at timestamp with time zone not null,
  constraint task_alerts_pkey PRIMARY KEY (task_id, userid, kind),
  constraint task_alerts_kind_check CHECK ((kind = ANY (ARRAY['before'::text, 'after'::text]))),
  constraint task_alerts_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.tasks(id) ON DELETE CASCADE
);

create table public.task_contents (
  id integer not null generated always as identity,
  task_id integer not null,
  project_id integer not null,
  userid integer not null,
  "desc" text not null default ''::text,
  content text not null,
  created_at timestamp with time zone not null default now(),
  constraint task_contents_pkey PRIMARY KEY (id),
  constraint task_contents_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.tasks(id) ON DELETE CASCADE
);
CREATE INDEX task_contents_task ON public.task_contents USING btree (task_id, id DESC);

create table public.task_files (
  id integer not null generated always as identity,
  task_id integer not null,
  file_id integer not null,
  userid integer not null,
  import_key text,
  created_at timestamp with time zone not null default now(),
  constraint task_files_pkey PRIMARY KEY (id),
  constraint task_files_task_id_file_id_key UNIQUE (task_id, file_id),
  constraint task_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.stored_files(id),
  constraint task_files_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.tasks(id) ON DELETE CASCADE
);
CREATE INDEX task_files_file ON public.task_files USING btree (file_id, task_id);
CREATE UNIQUE INDEX task_files_import_key ON public.task_files USING btree (import_key) WHERE (import_key IS NOT NULL);
CREATE INDEX task_files_newest ON public.task_files USING btree (task_id, id DESC);

create table public.task_flow_changes (
  id bigint not null generated always as identity,
  task_id integer not null,
  userid integer not null,
  before_id integer not null,
  before_name text not null,
  after_id integer not null,
  after_name text not null,
  created_at timestamp with time zone not null default now(),
  constraint task_flow_changes_pkey PRIMARY KEY (id),
  constraint task_flow_changes_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.tasks(id) ON DELETE CASCADE
);
CREATE INDEX task_flow_changes_task ON public.task_flow_changes USING btree (task_id, id);

create table public.task_handoffs (
  id integer not null generated always as identity,
  task_id integer not null,
  userid integer not null,
  source text not null,
  before integer[] not null,
  owners integer[] not null,
  note text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  constraint task_handoffs_pkey PRIMARY KEY (id),
  constraint task_handoffs_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.tasks(id) ON DELETE CASCADE
);
CREATE INDEX task_handoffs_task ON public.task_handoffs USING btree (task_id, id);

create table public.task_relations (
  task_id integer not null,
  related_task_id integer not null,
  mention integer not null default 0,
  mentioned_by integer not null default 0,
  latest_msg_id integer not null default 0,
  latest_at timestamp with time zone not null default now(),
  constraint task_relations_pkey PRIMARY KEY (task_id, related_task_id),
  constraint task_relations_related_task_id_fkey FOREIGN KEY (related_task_id) REFERENCES public.tasks(id) ON DELETE CASCADE,
  constraint task_relations_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.tasks(id) ON DELETE CASCADE
);
CREATE INDEX task_relations_related ON public.task_relations USING btree (related_task_id);

create table public.task_templates (
  id integer not null generated always as identity,
  project_id integer not null,
  name text not null,
  title text not null default ''::text,
  content text not null default ''::text,
  sort integer not null default 0,
  is_default integer not null default 0,
  userid integer not null,
  use_count integer not null default 0,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint task_templates_pkey PRIMARY KEY (id),
  constraint task_templates_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint task_templates_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX task_templates_default ON public.task_templates USING btree (project_id) WHERE (is_default = 1);
CREATE INDEX task_templates_project ON public.task_templates USING btree (project_id, sort, id);

create table public.task_users (
  id integer not null generated always as identity,
  project_id integer not null,
  task_id integer not null,
  task_pid integer not null,
  userid integer not null,
  owner integer not null,
  constraint task_users_pkey PRIMARY KEY (id),
  constraint task_users_task_id_userid_key UNIQUE (task_id, userid),
  constraint task_users_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.tasks(id) ON DELETE CASCADE
);
CREATE INDEX task_users_pid ON public.task_users USING btree (task_pid);
CREATE INDEX task_users_user ON public.task_users USING btree (userid, task_id);

create table public.tasks (
  id integer not null generated always as identity,
  parent_id integer not null default 0,
  project_id integer not null,
  column_id integer not null,
  dialog_id integer not null default 0,
  from_dialog_id integer not null default 0,
  flow_item_id integer not null default 0,
  flow_item_name text not null default ''::text,
  name text not null,
  color text not null default ''::text,
  "desc" text not null default ''::text,
  start_at timestamp with time zone,
  end_at timestamp with time zone,
  loop text not null default 'never'::text,
  loop_at timestamp with time zone,
  loop_day integer not null default 0,
  archived_at timestamp with time zone,
  archived_userid integer not null default 0,
  archived_follow integer not null default 0,
  complete_at timestamp with time zone,
  userid integer not null,
  visibility integer not null default 1,
  visible_to integer[] not null default '{}'::integer[],
  guests integer[] not null default '{}'::integer[],
  p_level integer not null default 0,
  p_name text not null default ''::text,
  p_color text not null default ''::text,
  sort integer not null default 0,
  task_tag jsonb not null default '[]'::jsonb,
  file_num integer not null default 0,
  deleted_at timestamp with time zone,
  deleted_userid integer not null default 0,
  import_key text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint tasks_pkey PRIMARY KEY (id),
  constraint tasks_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))),
  constraint tasks_visibility_check CHECK ((visibility = ANY (ARRAY[1, 2, 3]))),
  constraint tasks_column_id_fkey FOREIGN KEY (column_id) REFERENCES public.project_columns(id),
  constraint tasks_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE
);
CREATE INDEX tasks_board ON public.tasks USING btree (project_id, id) INCLUDE (parent_id, column_id, sort) WHERE ((deleted_at IS NULL) AND (archived_at IS NULL));
CREATE INDEX tasks_column ON public.tasks USING btree (column_id, sort) WHERE ((deleted_at IS NULL) AND (archived_at IS NULL));
CREATE INDEX tasks_dialog ON public.tasks USING btree (project_id) WHERE (dialog_id > 0);
CREATE INDEX tasks_done ON public.tasks USING btree (project_id, complete_at) WHERE ((parent_id = 0) AND (complete_at IS NOT NULL) AND (archived_at IS NULL) AND (deleted_at IS NULL) AND (archived_userid = 0));
CREATE INDEX tasks_ending ON public.tasks USING btree (end_at) WHERE ((end_at IS NOT NULL) AND (complete_at IS NULL) AND (archived_at IS NULL) AND (deleted_at IS NULL));
CREATE INDEX tasks_flow_item ON public.tasks USING btree (flow_item_id) WHERE (flow_item_id > 0);
CREATE INDEX tasks_from_dialog ON public.tasks USING btree (from_dialog_id) WHERE (from_dialog_id > 0);
CREATE UNIQUE INDEX tasks_import_key ON public.tasks USING btree (import_key) WHERE (import_key IS NOT NULL);
CREATE INDEX tasks_loop ON public.tasks USING btree (loop_at) WHERE ((loop_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX tasks_parent ON public.tasks USING btree (parent_id) WHERE (parent_id > 0);
CREATE INDEX tasks_project ON public.tasks USING btree (project_id, id);

create table public.totp_factors (
  userid integer not null,
  secret text not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint totp_factors_pkey PRIMARY KEY (userid),
  constraint totp_factors_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);

create table public.transport_keys (
  period integer not null,
  public_key text not null,
  private_key text not null,
  created_at timestamp with time zone not null default now(),
  constraint transport_keys_pkey PRIMARY KEY (period)
);

create table public.unread_mails (
  userid integer not null,
  is_off boolean not null default false,
  last_msg_id integer not null default 0,
  mailed_at timestamp with time zone,
  constraint unread_mails_pkey PRIMARY KEY (userid),
  constraint unread_mails_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);

create table public.uploads (
  id text not null,
  userid integer not null,
  scene text not null default 'dialog_file'::text,
  dialog_id integer,
  pid integer not null default 0,
  path text not null default ''::text,
  is_over boolean not null default false,
  name text not null,
  size bigint not null,
  hash text not null default ''::text,
  chunks integer not null default 0,
  msg_id integer not null default 0,
  file_id integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint uploads_pkey PRIMARY KEY (id),
  constraint uploads_dialog_id_fkey FOREIGN KEY (dialog_id) REFERENCES public.dialogs(id) ON DELETE CASCADE
);
CREATE INDEX uploads_open ON public.uploads USING btree (userid) INCLUDE (size) WHERE ((msg_id = 0) AND (file_id = 0));
CREATE INDEX uploads_updated ON public.uploads USING btree (updated_at);
CREATE INDEX uploads_user ON public.uploads USING btree (userid);

create table public.user_tag_recognitions (
  tag_id integer not null,
  userid integer not null,
  created_at timestamp with time zone not null default now(),
  constraint user_tag_recognitions_pkey PRIMARY KEY (tag_id, userid),
  constraint user_tag_recognitions_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES public.user_tags(id) ON DELETE CASCADE,
  constraint user_tag_recognitions_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX user_tag_recognitions_by ON public.user_tag_recognitions USING btree (userid);

create table public.user_tags (
  id integer not null generated always as identity,
  userid integer not null,
  name text not null,
  created_by integer not null,
  created_at timestamp with time zone not null default now(),
  constraint user_tags_pkey PRIMARY KEY (id),
  constraint user_tags_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 20))),
  constraint user_tags_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(userid) ON DELETE CASCADE,
  constraint user_tags_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX user_tags_name ON public.user_tags USING btree (userid, lower(name));

create table public.users (
  userid integer not null generated always as identity,
  email text not null,
  password text not null default ''::text,
  nickname text not null default ''::text,
  profession text not null default ''::text,
  tel text not null default ''::text,
  birthday date,
  address text not null default ''::text,
  introduction text not null default ''::text,
  userimg text not null default ''::text,
  identity text[] not null default '{}'::text[],
  department integer[] not null default '{}'::integer[],
  az text not null default '#'::text,
  pinyin text not null default ''::text,
  lang text not null default ''::text,
  timezone text not null default ''::text,
  bot integer not null default 0,
  changepass integer not null default 0,
  email_verity integer not null default 0,
  login_num integer not null default 0,
  last_ip text not null default ''::text,
  last_at timestamp with time zone,
  line_ip text not null default ''::text,
  line_at timestamp with time zone,
  created_ip text not null default ''::text,
  disable_at timestamp with time zone,
  delete_at timestamp with time zone,
  delete_reason text not null default ''::text,
  status_emoji text not null default ''::text,
  status_text text not null default ''::text,
  status_until timestamp with time zone,
  meeting_at timestamp with time zone,
  dnd_until timestamp with time zone,
  setup_step text not null default ''::text,
  tour text not null default ''::text,
  start_hidden boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint users_pkey PRIMARY KEY (userid)
);
CREATE INDEX users_created ON public.users USING btree (created_at DESC);
CREATE INDEX users_department ON public.users USING gin (department) WHERE (delete_at IS NULL);
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email)) WHERE (delete_at IS NULL);
CREATE INDEX users_status_ends ON public.users USING btree (userid) WHERE ((status_until IS NOT NULL) OR (meeting_at IS NOT NULL) OR (dnd_until IS NOT NULL));
CREATE UNIQUE INDEX users_tel ON public.users USING btree (tel) WHERE ((tel <> ''::text) AND (delete_at IS NULL));

create table public.webhooks (
  id integer not null generated always as identity,
  dialog_id integer not null,
  userid integer not null,
  bot_id integer not null,
  secret_hash text not null,
  secret text not null,
  may_mention_all boolean not null default false,
  posts integer not null default 0,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_bot_id_key UNIQUE (bot_id),
  constraint webhooks_secret_hash_key UNIQUE (secret_hash),
  constraint webhooks_bot_id_fkey FOREIGN KEY (bot_id) REFERENCES public.users(userid) ON DELETE CASCADE,
  constraint webhooks_dialog_id_fkey FOREIGN KEY (dialog_id) REFERENCES public.dialogs(id) ON DELETE CASCADE,
  constraint webhooks_userid_fkey FOREIGN KEY (userid) REFERENCES public.users(userid) ON DELETE CASCADE
);
CREATE INDEX webhooks_dialog ON public.webhooks USING btree (dialog_id);
CREATE INDEX webhooks_maker ON public.webhooks USING btree (userid);

create table public.workspace_logos (
  file_id integer not null,
  constraint workspace_logos_pkey PRIMARY KEY (file_id),
  constraint workspace_logos_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.stored_files(id) ON DELETE CASCADE
);

CREATE OR REPLACE FUNCTION public.add_stored(changes jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into stored_sums as s (userid, bytes)
  select userid, delta from (
    select 0 as userid, coalesce(sum((c ->> 'delta')::bigint), 0) as delta from jsonb_array_elements(changes) c
    union all
    select (c ->> 'userid')::int, sum((c ->> 'delta')::bigint) from jsonb_array_elements(changes) c
    where (c ->> 'userid')::int <> 0 group by 1
  ) d where delta <> 0 order by userid
  on conflict (userid) do update set bytes = s.bytes + excluded.bytes
$function$;

CREATE OR REPLACE FUNCTION public.audit_expire(days integer, most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare n int;
begin
  perform set_config('atrium.audit_expire', 'on', true);
  delete from audit_log where id in (
    select id from audit_log where at < now() - make_interval(days => greatest(days, 30)) order by id limit most);
  get diagnostics n = row_count;
  perform set_config('atrium.audit_expire', 'off', true);
  return n;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_refuse()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and current_setting('atrium.audit_expire', true) = 'on' and old.at < now() - interval '30 days' then
    return old;
  end if;
  raise exception 'The audit log is append-only.';
end $function$;

CREATE OR REPLACE FUNCTION public.file_text_wanted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.stored_id is not null then
    insert into file_texts (stored_id) values (new.stored_id) on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.first_gap(m int4multirange)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (m @> 1) THEN (SELECT upper(r.r) AS upper FROM unnest(first_gap.m) r(r) WHERE (r.r @> 1)) ELSE 1 END;

CREATE OR REPLACE FUNCTION public.multirange_size(m int4multirange)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT (COALESCE(sum((upper(r.r) - lower(r.r))), (0)::bigint))::integer AS "coalesce" FROM unnest(multirange_size.m) r(r));

CREATE OR REPLACE FUNCTION public.search_newest(dialogs integer[], query tsquery, is_few boolean, since timestamp with time zone, below_at timestamp with time zone, below_id integer, most integer)
 RETURNS TABLE(id integer, at text)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_nestloop TO 'off'
AS $function$
begin
  if query is null or is_few then
    return query select s.id, s.at::text from search_messages s
      where s.access > 0 and s.access = any (dialogs) and s.at >= since and s.at <= below_at
        and (s.at, s.id) < (below_at, below_id) and (query is null or s.tsv @@ query)
      order by s.at desc, s.id desc limit most;
  else
    return query select s.id, s.at::text from search_messages s
      where s.tsv @@ query and s.access in (select unnest(dialogs)) and s.at >= since and s.at <= below_at
        and (s.at, s.id) < (below_at, below_id)
      order by s.at desc, s.id desc limit most;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.stored_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_stored((select coalesce(jsonb_agg(jsonb_build_object('userid', userid, 'delta', -size)), '[]') from old_rows));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.stored_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_stored((select coalesce(jsonb_agg(jsonb_build_object('userid', userid, 'delta', size)), '[]') from new_rows));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.stored_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_stored((select coalesce(jsonb_agg(d), '[]') from (
    select userid, -size as delta from old_rows union all select userid, size from new_rows
  ) d));
  return null;
end $function$;
