import { formatList, t } from '#sync/language.ts';

/** The server's mark of a head, after the name of a department. */
const HEAD = ' (M)';

/** The name of a department without the mark of its head. */
export const plainDepartment = (name: string) => (name.endsWith(HEAD) ? name.slice(0, -HEAD.length) : name);

/** A person's departments, from `department_name`: `Kitchen (head), Cellar`. */
export const departmentWords = (names: string) =>
  formatList(
    names
      .split(', ')
      .map((name) => (name.endsWith(HEAD) ? t('field.department_headed', { name: plainDepartment(name) }) : name)),
  );
