import { msgSendfileid } from '@atrium/contract/chat/messageActions.ts';
import * as bin from '@atrium/contract/files/bin.ts';
import * as details from '@atrium/contract/files/details.ts';
import * as contract from '@atrium/contract/files/drive.ts';
import { shareTargets } from '@atrium/contract/files/shareTargets.ts';
import { usageOf } from '#modules/system/permits.service';
import { direct, type Route, read, write } from '#platform/http/route';
import { deleteForGood, emptyBin, listDeleted, restoreDeleted } from './bin/bin.service.ts';
import { listVersions, oneDrive, readContent, restoreVersion, saveContent, uploadDrive } from './content.service.ts';
import { fileDetails, listRecentFiles } from './details/details.service.ts';
import { fetchText } from './details/fetch.service.ts';
import { addFile, copyDrive, listFolder, moveDrive, removeDrive, searchDrive } from './drive.service.ts';
import { deleteLink, listLinks, saveLink } from './links/links.service.ts';
import { openLink } from './links/open.service.ts';
import { askPack } from './pack/pack.service.ts';
import { sendFile } from './sendFile.service.ts';
import { leaveShare, linkFor, listShares, updateShares } from './shares.service.ts';
import { listShareTargets } from './shareTargets.service.ts';

export const driveRoutes: Route[] = [
  read(contract.driveLists, listFolder),
  direct(contract.driveOne, oneDrive),
  read(contract.driveSearch, searchDrive),
  direct(contract.driveAdd, addFile),
  write(contract.driveCopy, copyDrive),
  write(contract.driveMove, moveDrive),
  write(contract.driveRemove, removeDrive),
  direct(contract.driveContent, readContent),
  direct(contract.driveSave, saveContent),
  direct(contract.driveUpload, uploadDrive),
  read(contract.driveHistory, listVersions),
  write(contract.driveRestore, restoreVersion),
  read(contract.driveShare, listShares),
  write(contract.driveShareUpdate, updateShares),
  write(contract.driveShareOut, leaveShare),
  write(contract.driveLink, linkFor),
  write(msgSendfileid, sendFile),
  read(contract.driveLinks, listLinks),
  write(contract.driveLinkSave, saveLink),
  write(contract.driveLinkDelete, deleteLink),
  direct(contract.driveLinkOpen, openLink),
  read(contract.driveUsage, usageOf),
  write(contract.drivePack, askPack),
  read(details.driveDetails, fileDetails),
  read(details.driveRecent, listRecentFiles),
  read(details.driveFetch, fetchText),
  read(shareTargets, listShareTargets),
  read(bin.driveBin, listDeleted),
  write(bin.driveBinRestore, restoreDeleted),
  write(bin.driveBinDelete, deleteForGood),
  write(bin.driveBinEmpty, emptyBin),
];
