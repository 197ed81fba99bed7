/**
 * Descriptions of parameters by name, for models, which read a tool without the documentation. They hold for every tool
 * that does not describe its own.
 */
export const PARAMETERS: Readonly<Record<string, string>> = {
  page: 'The page, from 1.',
  pagesize: 'Items per page.',
  take: 'How many to return at most.',
  key: 'The words to find.',
  archived: 'no: only what is not archived (default); yes: only what is archived; all: both.',

  userid: 'The id of a person, from find_people.',
  project_id: 'The id of a project, from list_projects.',
  column_id: 'The id of a column of the project, from list_columns.',
  task_id: 'The id of a task, from list_tasks.',
  dialog_id: 'The id of a conversation, from list_conversations or open_conversation.',
  department_id: 'The id of a department that the person is in; only needed where they are in several.',

  name: 'The name, as people will read it.',
  content: 'The description, as HTML.',
  times: 'The planned time, as ["YYYY-MM-DD HH:mm", "YYYY-MM-DD HH:mm"] in the server’s time zone; [] for none.',
  owner: 'Ids of the people who are responsible.',
  assist: 'Ids of the people who help.',
  p_level: 'The priority: 1 is the highest, 0 none. Take it with p_name and p_color from another task.',
  p_name: 'The name of the priority.',
  p_color: 'The color of the priority.',
  task_tag: 'Tags, as [{"name": "…"}].',
  subtasks: 'Subtasks, as [{"name": "…", "owner": [ids], "times": [start, end]}].',
  flow_item_id: 'The id of a status of the project’s workflow. An end status completes the task.',

  prev_id: 'Returns messages before the one with this id: for older pages.',
  next_id: 'Returns messages after the one with this id.',
  position_id: 'Returns messages around the one with this id.',
  msg_type: 'Only messages of this kind.',
  text: 'The message.',
  text_type: 'md: the text is Markdown. html: the text is HTML.',
  reply_id: 'The id of the message that this one answers.',
  silence: 'true: nobody is notified.',

  pid: 'The id of a folder, from list_files. Leave it out for the top.',
  history_id: 'The id of a version, as read_file returns it.',
  values: 'What is filled in, by the ids of the form’s fields.',
  chosen: 'The people chosen for steps that let the initiator choose: ids by the step’s id.',
};
