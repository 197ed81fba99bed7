import { allowAvatar } from '#modules/avatars/avatars.service';
import { setCheckin } from '#modules/checkin/setting.service';
import { storePicture, withContent } from '#modules/files/files.service';
import { isMeetingOpen } from '#modules/meetings/meetings.access';
import { savePlan } from '#modules/meetings/plans/plans.service';
import { editProfile } from '#modules/users/profile.service';
import { wireTime } from '#platform/time/time';
import { minutesOf } from './demo.clock.ts';
import { MEETINGS } from './demo.people.ts';
import { drawPortrait } from './demo.portraits.ts';
import { asPerson, PEOPLE_NAMES, type Team } from './demo.team.ts';

/** Gives everyone a picture. */
export async function makePortraits(team: Team): Promise<void> {
  const files = await Promise.all(
    PEOPLE_NAMES.map(async (who) => {
      const bytes = await drawPortrait(who);
      return withContent(team, bytes, `${who}.png`, (each) => storePicture(team.app, team.ids[who], each));
    }),
  );
  await team.perform(async (work) => {
    for (const [index, who] of PEOPLE_NAMES.entries()) {
      const file = files[index];
      const userimg = file && (await allowAvatar(work.tx, file, team.ids[who]));
      if (userimg) await editProfile(asPerson(team, work, who, work.now), { userimg });
    }
  });
}

/** Plans the team's meetings of the next days. */
export async function makeMeetings(team: Team): Promise<void> {
  if (!(await isMeetingOpen(team.app))) return;
  await team.perform(async (work) => {
    for (const { who, name, in: days, at, minutes, repeat, with: people } of MEETINGS) {
      await savePlan(asPerson(team, work, who, team.clock.now), {
        ...{ name, minutes, repeat },
        start_at: wireTime(team.clock.day(days, minutesOf(at))),
        userids: people.map((each) => team.ids[each]),
      });
    }
  });
}

/** People check in with a button; nobody is reminded. */
export async function openCheckin(team: Team): Promise<void> {
  const setting = { type: 'save', open: 'open', modes: ['manual'], remindin: 0, remindexceed: 0 } as const;
  await setCheckin({ app: team.app, caller: team.as('ada') }, { ...setting, modes: [...setting.modes] });
}
