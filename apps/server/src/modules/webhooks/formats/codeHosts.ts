import { escapeMarkdown, inline, linkTo, paragraphs, quote } from './markdown.ts';
import { type Fields, fieldsIn, isFields, listIn, type Post, requireUsable, textIn } from './post.ts';

const MOST_COMMITS = 10;
const MOST_BODY = 500;

/**
 * Turns an event of GitHub or Gitea into a short card. The words for the event are theirs (`pull request opened`), so
 * that unknown events read well too.
 */
export function readGitHub(event: string, body: Fields): Post {
  const repository = fieldsIn(body, 'repository');
  const sender = fieldsIn(body, 'sender');
  const repo = linkTo(textIn(repository, 'full_name'), textIn(repository, 'html_url'));
  requireUsable(
    ['repository', 'organization', 'sender', 'zen'].some((name) => textIn(body, name) || isFields(body[name])),
  );
  const who = textIn(sender, 'login') || textIn(fieldsIn(body, 'pusher'), 'name');
  if (event === 'push') {
    requireUsable(repo !== '' && textIn(body, 'ref') !== '');
    return pushed(repo, who, textIn(body, 'ref'), listIn(body, 'commits'), textIn(body, 'compare'));
  }
  const subject = subjectOf(body);
  const isMerged = fieldsIn(body, 'pull_request')['merged'] === true && textIn(body, 'action') === 'closed';
  const action = isMerged ? 'merged' : textIn(body, 'action');
  return {
    text: paragraphs(
      inline(
        repo,
        escapeMarkdown(`${event} ${action}`.replaceAll('_', ' ')),
        escapeMarkdown(textIn(body, 'ref')),
        escapeMarkdown(who),
      ),
      subject.title,
      said(subject.words),
    ),
  };
}

/** The subject of an event, from the most to the least specific. */
function subjectOf(body: Fields): { title: string; words: string } {
  const about = ['issue', 'pull_request', 'release', 'workflow_run', 'check_run', 'deployment', 'discussion', 'alert'];
  const name = about.find((each) => Object.keys(fieldsIn(body, each)).length > 0);
  const thing = name ? fieldsIn(body, name) : {};
  const said = [fieldsIn(body, 'comment'), fieldsIn(body, 'review')].find((each) => textIn(each, 'html_url'));
  const number = textIn(thing, 'number');
  const title =
    textIn(thing, 'title') || textIn(thing, 'name') || textIn(thing, 'tag_name') || textIn(thing, 'environment');
  const outcome = textIn(thing, 'conclusion') || textIn(fieldsIn(body, 'review'), 'state');
  return {
    title: inline(
      linkTo([number && `#${number}`, title].filter(Boolean).join(' '), textIn(said ?? thing, 'html_url')),
      escapeMarkdown(outcome.replaceAll('_', ' ')),
    ),
    words: said
      ? textIn(said, 'body')
      : textIn(body, 'action') === 'opened' || name === 'release'
        ? textIn(thing, 'body')
        : '',
  };
}

/** Shortens a person's words. They are plain text, because their Markdown could be cut in the middle. */
function said(words: string): string {
  const short = [...words].slice(0, MOST_BODY).join('');
  return quote(
    short.split('\n').map(escapeMarkdown).join('\n').trim() + (short.length < words.length ? '…' : ''),
  ).replace(/^> …?$/, '');
}

function pushed(repo: string, who: string, ref: string, commits: readonly Fields[], compare: string): Post {
  const rows = commits.slice(0, MOST_COMMITS).map((commit) => {
    const [title = ''] = textIn(commit, 'message').split('\n');
    return `- ${linkTo(textIn(commit, 'id').slice(0, 7), textIn(commit, 'url'))} ${escapeMarkdown(title)}`;
  });
  if (commits.length > MOST_COMMITS) rows.push(`- … +${commits.length - MOST_COMMITS}`);
  const branch = ref.replace(/^refs\/(?:heads|tags)\//, '');
  return { text: paragraphs(inline(repo, `push ${linkTo(branch, compare)}`, escapeMarkdown(who)), rows.join('\n')) };
}

/** Turns an event of GitLab into a short card. */
export function readGitLab(event: string, body: Fields): Post {
  const project = fieldsIn(body, 'project');
  const about = fieldsIn(body, 'object_attributes');
  const repo = linkTo(textIn(project, 'path_with_namespace') || textIn(project, 'name'), textIn(project, 'web_url'));
  requireUsable(['object_kind', 'event_name', 'event_type'].some((name) => textIn(body, name)));
  const who = textIn(fieldsIn(body, 'user'), 'name') || textIn(body, 'user_name');
  if (/^(push|tag_push)$/.test(textIn(body, 'object_kind'))) {
    return pushed(repo, who, textIn(body, 'ref'), listIn(body, 'commits'), '');
  }
  const thing = ['merge_request', 'issue', 'commit']
    .map((each) => fieldsIn(body, each))
    .find((each) => textIn(each, 'title'));
  const title = textIn(about, 'title') || textIn(thing ?? {}, 'title') || textIn(about, 'ref') || textIn(body, 'name');
  const number = textIn(about, 'iid') || textIn(thing ?? {}, 'iid');
  return {
    text: paragraphs(
      inline(
        repo,
        escapeMarkdown([event.replace(/ Hook$/, ''), textIn(about, 'action') || textIn(about, 'status')].join(' ')),
        escapeMarkdown(who),
      ),
      linkTo([number && `#${number}`, title].filter(Boolean).join(' '), textIn(about, 'url') || textIn(body, 'url')),
      said(textIn(about, 'note') || (textIn(about, 'action') === 'open' ? textIn(about, 'description') : '')),
    ),
  };
}
