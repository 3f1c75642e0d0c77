// The parts of the scorer's page that few matches need: one file, with the modules that they import.
import { allowSound } from "../../shared/call.js";
import { openLayOut } from "../lay_out/lay_out.js";
import { boardAnswer, callNotes, hear } from "./call_notes.js";
import { goByResults, isByResults, restByResults } from "./rest_by_results.js";
import { keep, kept, resultsOnly, standing } from "./results_only.js";

export const RARE = {
  allowSound, boardAnswer, callNotes, goByResults, hear, isByResults, keep, kept, openLayOut, restByResults, resultsOnly, standing,
};
