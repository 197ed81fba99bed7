import { escapeMarkdown, inline, lines, linkTo, paragraphs, quote } from './markdown.ts';
import { type Fields, fieldsIn, isFields, listIn, type Post, requireUsable, textIn } from './post.ts';

const MOST_ALERTS = 20;

/**
 * Reads a payload of Alertmanager, or of Grafana, which copies it: alerts in a group, some firing and some resolved.
 */
export function readAlerts(body: Fields): Post {
  const alerts = listIn(body, 'alerts');
  const common = { ...fieldsIn(body, 'groupLabels'), ...fieldsIn(body, 'commonLabels') };
  const title = textIn(body, 'title') || textIn(common, 'alertname');
  const given = body['alerts'];
  requireUsable(Array.isArray(given) && given.every(isFields) && (given.length > 0 || title !== ''));
  const hidden = Object.keys(common);
  return {
    text: paragraphs(
      `**${mark(textIn(body, 'status') || textIn(body, 'state'))} ${linkTo(title, textIn(body, 'externalURL'))}**`,
      ...alerts.slice(0, MOST_ALERTS).map((alert) => quote(alertText(alert, hidden))),
      alerts.length > MOST_ALERTS && `… +${alerts.length - MOST_ALERTS}`,
    ),
  };
}

const mark = (status: string) =>
  `${/^(resolved|ok|normal)$/i.test(status) ? '🟢' : '🔴'} ${escapeMarkdown(status.toUpperCase())}`;

function alertText(alert: Fields, hidden: readonly string[]): string {
  const labels = fieldsIn(alert, 'labels');
  const annotations = fieldsIn(alert, 'annotations');
  const own = Object.keys(labels).filter((name) => !hidden.includes(name));
  const summary = textIn(annotations, 'summary') || textIn(annotations, 'message') || textIn(labels, 'alertname');
  return lines(
    `${mark(textIn(alert, 'status'))} ${linkTo(summary, textIn(alert, 'generatorURL'))}`,
    escapeMarkdown(textIn(annotations, 'description')),
    own.map((name) => `\`${`${name}=${textIn(labels, name)}`.replaceAll(/[`\s]+/g, ' ')}\``).join(' '),
    inline(
      textIn(annotations, 'runbook_url') && linkTo('Runbook', textIn(annotations, 'runbook_url')),
      textIn(alert, 'dashboardURL') && linkTo('Dashboard', textIn(alert, 'dashboardURL')),
      textIn(alert, 'silenceURL') && linkTo('Silence', textIn(alert, 'silenceURL')),
    ),
  );
}

/** Reads Grafana's older form: one rule and its values. */
export function readGrafanaRule(body: Fields): Post {
  const name = textIn(body, 'ruleName') || textIn(body, 'title');
  requireUsable(name !== '');
  return {
    text: paragraphs(
      `**${mark(textIn(body, 'state'))} ${linkTo(name, textIn(body, 'ruleUrl'))}**`,
      escapeMarkdown(textIn(body, 'message')),
      listIn(body, 'evalMatches')
        .map((match) => `- ${escapeMarkdown(textIn(match, 'metric'))}: ${escapeMarkdown(textIn(match, 'value'))}`)
        .join('\n'),
    ),
  };
}

/**
 * Reads a payload of Sentry: an issue, an error event or an alert of its integrations, or its older plugin's report.
 */
export function readSentry(resource: string, body: Fields): Post {
  const data = fieldsIn(body, 'data');
  const [about = body] = ['issue', 'event', 'error', 'metric_alert', 'comment']
    .map((name) => fieldsIn(data, name))
    .filter((each) => Object.keys(each).length > 0);
  const event = fieldsIn(body, 'event');
  const title =
    textIn(about, 'title') || textIn(data, 'description_title') || textIn(event, 'title') || textIn(body, 'message');
  requireUsable(title !== '');
  const url = textIn(about, 'web_url') || textIn(about, 'permalink') || textIn(data, 'web_url') || textIn(body, 'url');
  const project = textIn(fieldsIn(about, 'project'), 'slug') || textIn(body, 'project_name') || textIn(body, 'project');
  return {
    text: paragraphs(
      inline(
        'Sentry',
        escapeMarkdown(project),
        escapeMarkdown(`${resource} ${textIn(body, 'action')}`.replaceAll('_', ' ')),
      ),
      `**${/^(warning|info|debug)$/.test(textIn(about, 'level')) ? '🟡' : '🔴'} ${linkTo(title, url)}**`,
      escapeMarkdown(textIn(about, 'culprit') || textIn(data, 'description_text')),
    ),
  };
}
